// The parts of an item that are no attributes.

/// The item’s data itself.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data" as NSString
/// The item’s ref itself.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref" as NSString
/// The item’s persistent ref itself.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef" as NSString
