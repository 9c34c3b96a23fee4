// Special values of attributes.

/// A value for queries: items whether synchronizable or not.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna" as NSString
/// No sharing group.
nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = "" as NSString
