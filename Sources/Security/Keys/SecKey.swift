/// A cryptographic key: a private or a public one, in memory or in a keychain. Two are equal if they are the same half of the same key.
public class SecKey: NSObject, @unchecked Sendable {
    /// The backend's object for the key. It is equal for equal keys.
    package let handle: any Hashable & Sendable

    package init(handle: any Hashable & Sendable) { self.handle = handle }

    /// Whether `object` is the same half of the same key.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKey else { return false }
        return AnyHashable(handle) == AnyHashable(other.handle)
    }
    /// A hash that is equal for equal keys.
    public override var hash: Int { AnyHashable(handle).hashValue }
}

extension SecKey: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.key }
}

/// Returns the type id of `SecKey`.
public func SecKeyGetTypeID() -> CFTypeID { SecKey.typeID }
