/// The access control of an item: its protection class, and the authentication that it requires.
public class SecAccessControl: NSObject, @unchecked Sendable {
    /// One of the values of the `kSecAttrAccessible…` constants.
    package let protection: String
    package let flags: SecAccessControlCreateFlags

    package init(protection: String, flags: SecAccessControlCreateFlags) {
        self.protection = protection
        self.flags = flags
    }

    /// Whether both have the same protection class and flags.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecAccessControl else { return false }
        return other.protection == protection && other.flags == flags
    }
    /// A hash that is equal for equal access controls.
    public override var hash: Int { protection.hashValue ^ flags.hashValue }
}

extension SecAccessControl: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.accessControl }
}

/// Returns the type id of `SecAccessControl`.
public func SecAccessControlGetTypeID() -> CFTypeID { SecAccessControl.typeID }

/// Makes an access control from a protection class and flags.
///
/// Specified in: keychain-services 4.4.
///
/// - Parameters:
///   - allocator: nil or `kCFAllocatorDefault`.
///   - protection: one of the `kSecAttrAccessible…` constants.
///   - flags: the authentication that is required; none if empty. `or` and `and` exclude each other, as do `biometryAny` and
///     `biometryCurrentSet`; `userPresence` goes with `applicationPassword` and `privateKeyUsage` only.
///   - error: receives an error of the domain `NSOSStatusErrorDomain`; may be nil. The caller releases it
///     (`takeRetainedValue()`).
/// - Returns: the access control, or nil and an error with the code `errSecParam`.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    do {
        return try backend.makeAccessControl(protection: protection, flags: flags)
    } catch let failure {
        error?.pointee = Unmanaged.passRetained(failure as NSError)
        return nil
    }
}
