import KeyManagement
import KeychainServices

/// Who may use an item: when its key is available, and what has to be shown first.
public class SecAccessControl: NSObject, @unchecked Sendable {
    let model: AccessControl

    init(_ model: AccessControl) { self.model = model }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecAccessControl)?.model == model }
    /// Equal for equal access controls.
    public override var hash: Int { model.hashValue }
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
    do throws(KeychainError) {
        guard let code = protection as? NSString, let protection = ProtectionClass(code: code as String) else {
            throw KeychainError(.parameter, "the protection is none of the kSecAttrAccessible… constants")
        }
        return SecAccessControl(try AccessControl(protection: protection, flags: .init(rawValue: flags.rawValue)))
    } catch let failure {
        error?.pointee = Unmanaged.passRetained(NSError(failure))
        return nil
    }
}

extension NSError {
    /// The error as Apple's functions leave it.
    convenience init(_ error: KeychainError) {
        self.init(
            domain: NSOSStatusErrorDomain, code: Int(error.code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: error.description]
        )
    }
}
