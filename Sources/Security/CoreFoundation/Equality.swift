/// Returns whether two objects have the same value.
public func CFEqual(_ one: CFTypeRef?, _ other: CFTypeRef?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    if one === other { return true }
    return (one as? NSObject)?.isEqual(other) ?? false
}

/// Returns a hash that is equal for equal objects.
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
    guard let object else { return 0 }
    let hash = (object as? NSObject)?.hash ?? ObjectIdentifier(object).hashValue
    return CFHashCode(bitPattern: hash)
}

/// Returns an object's description.
public func CFCopyDescription(_ object: CFTypeRef?) -> CFString! {
    object.map { String(describing: $0) as NSString }
}
