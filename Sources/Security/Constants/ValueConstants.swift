// The parts of an item other than its attributes.

/// The item’s data.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data" as NSString
/// The item’s reference.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref" as NSString
/// The item’s persistent reference.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef" as NSString
