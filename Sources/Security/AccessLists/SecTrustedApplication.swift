/// A program that an access list names, by the path of its executable.
public class SecTrustedApplication: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var path: Data
    /// The identity that the keychain has kept of the program that a stored list names; empty for one that is named now.
    private var identity: [UInt8]

    init(path: Data, identity: [UInt8] = []) { (self.path, self.identity) = (path, identity) }

    /// The path's bytes. A program with another path is one that is named now.
    var contents: Data {
        get { lock.withLock { path } }
        set { lock.withLock { (path, identity) = (newValue, []) } }
    }

    /// For the backend.
    package var program: SecAccess.Program {
        lock.withLock { SecAccess.Program(path: String(decoding: path, as: UTF8.self), identity: identity) }
    }

    /// Whether `object` names the same path.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecTrustedApplication).map { $0.contents == contents } ?? false
    }
    /// A hash that is the same for all, because the path can change.
    public override var hash: Int { 0 }

    /// The longest path that Linux takes, in bytes.
    private static let maximumLength = 4095

    /// Whether bytes are an absolute path that Linux takes.
    static func isPath(_ bytes: Data) -> Bool {
        bytes.count <= maximumLength && bytes.first == UInt8(ascii: "/") && !bytes.contains(0)
            && String(data: bytes, encoding: .utf8) != nil
    }
}

extension SecTrustedApplication: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.trustedApplication }
}

/// Returns the type id of `SecTrustedApplication`.
public func SecTrustedApplicationGetTypeID() -> CFTypeID { SecTrustedApplication.typeID }

/// Names a program for an access list.
///
/// - Parameters:
///   - path: the path of the executable, made absolute; nil for the calling program.
///   - app: receives the object; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecParam` if nothing is at the path.
public func SecTrustedApplicationCreateFromPath(
    _ path: UnsafePointer<CChar>?, _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus {
    guard let start = realpath(path.map { String(cString: $0) } ?? "/proc/self/exe", nil) else { return errSecParam }
    defer { free(start) }
    let bytes = Data(bytes: start, count: strlen(start))
    guard SecTrustedApplication.isPath(bytes) else { return errSecParam }
    app.pointee = SecTrustedApplication(path: bytes)
    return errSecSuccess
}

/// Returns the data of a program: here the bytes of its path, without an ending zero.
///
/// - Parameters:
///   - appRef: the program.
///   - data: receives the data.
/// - Returns: `errSecSuccess`.
public func SecTrustedApplicationCopyData(
    _ appRef: SecTrustedApplication, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    data.pointee = appRef.contents as NSData
    return errSecSuccess
}

/// Sets the data of a program.
///
/// - Parameters:
///   - appRef: the program.
///   - data: an absolute path in UTF-8, at most 4095 bytes, without an ending zero.
/// - Returns: `errSecSuccess`; `errSecParam` for other data.
public func SecTrustedApplicationSetData(_ appRef: SecTrustedApplication, _ data: CFData) -> OSStatus {
    let path = data.copied
    guard SecTrustedApplication.isPath(path) else { return errSecParam }
    appRef.contents = path
    return errSecSuccess
}
