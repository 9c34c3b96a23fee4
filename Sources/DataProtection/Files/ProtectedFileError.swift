import Foundation
import KeyManagement
import KeychainServices

/// An error of reading or writing a protected file.
///
/// As an `NSError` its domain is `NSPOSIXErrorDomain`: a file whose class is locked has the code `EACCES`.
public struct ProtectedFileError: Error, Sendable {
    /// The error code of the operating system.
    ///
    /// `EACCES`: the class is locked, if ``isLocked`` is true, else the system's permissions. `EBADMSG`: the file is damaged.
    /// `EINVAL`: not a protected file, or nothing that can be one. `EOPNOTSUPP`: written by a later release. `EPERM`: it belongs
    /// to another program. `ENOKEY`: the keychain does not have the key.
    public let code: POSIXErrorCode
    /// The reason in words, with the path.
    public let reason: String
    /// A hint on what the user can do about it; nil if there is none.
    public let remedy: String?
    /// Whether the operation would succeed once the keychain is unlocked.
    public let isLocked: Bool

    /// Makes an error with a code, a reason and a hint.
    public init(_ code: POSIXErrorCode, _ reason: String, remedy: String? = nil, isLocked: Bool = false) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.isLocked = isLocked
    }

    /// The same error as Foundation's type.
    public var posixError: POSIXError { POSIXError(code, userInfo: errorUserInfo) }
}

extension ProtectedFileError: CustomStringConvertible {
    /// Reason and remedy in one line.
    public var description: String { if let remedy { "\(reason); \(remedy)" } else { reason } }
}

extension ProtectedFileError: CustomNSError, LocalizedError {
    /// `NSPOSIXErrorDomain`.
    public static var errorDomain: String { NSPOSIXErrorDomain }
    /// The error number.
    public var errorCode: Int { Int(code.rawValue) }
    /// The texts, under Foundation's keys.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
        info[NSLocalizedRecoverySuggestionErrorKey] = remedy
        return info
    }
    /// ``reason``.
    public var errorDescription: String? { reason }
    /// ``remedy``.
    public var recoverySuggestion: String? { remedy }
}

extension ProtectedFileError {
    /// Makes the error of the system call that has just failed.
    static func system(_ action: String, _ path: String, errno number: Int32 = errno) -> ProtectedFileError {
        let code = POSIXErrorCode(rawValue: number) ?? .EIO
        let text = String(cString: strerror(number))
        let remedy: String? =
            switch number {
            case ENOSPC, EDQUOT: "free some space on the disk"
            case EACCES, EPERM, EROFS: "check who owns the file and its directory"
            case EIO: "check the disk"
            default: nil
            }
        return ProtectedFileError(code, "cannot \(action) “\(path)”: \(text)", remedy: remedy)
    }

    static func damaged(_ path: String, _ what: String) -> ProtectedFileError {
        ProtectedFileError(.EBADMSG, "“\(path)” is damaged: \(what)", remedy: "restore it from a backup")
    }

    /// Converts a keychain's error about a file.
    init(_ error: KeychainError, _ path: String, _ fileClass: FileProtectionClass) {
        switch error.code {
        case .interactionNotAllowed: self = .locked(path, fileClass)
        case .missingEntitlement:
            self.init(.EPERM, "“\(path)” belongs to another program: \(error.reason)", remedy: error.remedy)
        case .decode:
            self = .damaged(path, "its key was not wrapped by this keychain for this file")
        default: self.init(.ENOKEY, "the key of “\(path)” is not available: \(error.reason)", remedy: error.remedy)
        }
    }

    private static func locked(_ path: String, _ fileClass: FileProtectionClass) -> ProtectedFileError {
        let when =
            switch fileClass {
            case .complete: "and can be read and written only while the keychain is unlocked"
            case .completeUnlessOpen: "whose key is not available while the keychain is locked"
            case .completeUntilFirstUserAuthentication: "and the keychain has not been unlocked since the last start"
            case .none: "and the keychain is locked"
            }
        return ProtectedFileError(
            .EACCES, "“\(path)” has the protection class \(fileClass.name), \(when)",
            remedy: "unlock the keychain with: chatelaine unlock", isLocked: true)
    }
}
