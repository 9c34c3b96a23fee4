// Return keys: the parts that a result contains.

/// Whether the result contains the data; a Boolean.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data" as NSString
/// Whether the result contains the attributes; a Boolean.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes" as NSString
/// Whether the result contains the reference; a Boolean.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref" as NSString
/// Whether the result contains the persistent reference; a Boolean.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef" as NSString
