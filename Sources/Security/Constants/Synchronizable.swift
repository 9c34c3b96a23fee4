// Values of attributes that are neither text nor numbers of a program’s own.

/// In a query: items whether synchronizable or not.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna" as NSString
/// No sharing group.
nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = "" as NSString
