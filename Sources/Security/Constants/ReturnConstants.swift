// What a result holds.

/// Whether the result holds the data; a Boolean.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data" as NSString
/// Whether the result holds the attributes; a Boolean.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes" as NSString
/// Whether the result holds the ref; a Boolean.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref" as NSString
/// Whether the result holds the persistent ref; a Boolean.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef" as NSString
