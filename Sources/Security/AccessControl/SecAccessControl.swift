/// Who may use an item: when its key is available, and what has to be shown first.
public class SecAccessControl: NSObject, @unchecked Sendable {
    /// One of the values of the `kSecAttrAccessible…` constants.
    package let protection: String
    package let flags: SecAccessControlCreateFlags

    package init(protection: String, flags: SecAccessControlCreateFlags) {
        self.protection = protection
        self.flags = flags
    }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecAccessControl else { return false }
        return other.protection == protection && other.flags == flags
    }
    /// Equal for equal access controls.
    public override var hash: Int { protection.hashValue ^ flags.hashValue }
}

extension SecAccessControl: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.accessControl }
}

/// The number of the type `SecAccessControl`.
public func SecAccessControlGetTypeID() -> CFTypeID { SecAccessControl.typeID }

/// Makes an access control from a protection class and flags.
///
/// Specified in: keychain-services 4.4.
///
/// - Parameters:
///   - allocator: nil or `kCFAllocatorDefault`.
///   - protection: one of the `kSecAttrAccessible…` constants.
///   - flags: what has to be shown; none: nothing. `or` and `and` exclude each other, as do `biometryAny` and
///     `biometryCurrentSet`; `userPresence` goes with `applicationPassword` and `privateKeyUsage` only.
///   - error: where to leave an error of the domain `NSOSStatusErrorDomain`, or nil. The caller releases it
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
