import Foundation
import KeyManagement
import KeychainServices

/// Why a protected file could not be read or written.
///
/// As an `NSError` it is one of `NSPOSIXErrorDomain`: a file whose class is locked has the code `EACCES`.
public struct ProtectedFileError: Error, Sendable {
    /// What went wrong, in the words of the operating system.
    ///
    /// `EACCES`: the class is locked, if ``isLocked`` says so, else the system's permissions. `EBADMSG`: the file is not what was
    /// written. `EINVAL`: no protected file, or nothing that can be one. `EOPNOTSUPP`: written by a later release. `EPERM`: another
    /// program's. `ENOKEY`: the keychain does not have the key.
    public let code: POSIXErrorCode
    /// What happened, with the path.
    public let reason: String
    /// What the person at the keyboard can do about it, or nil if nothing.
    public let remedy: String?
    /// Whether it would go well once the keychain is unlocked.
    public let isLocked: Bool

    /// An error with a code, a reason and what to do.
    public init(_ code: POSIXErrorCode, _ reason: String, remedy: String? = nil, isLocked: Bool = false) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.isLocked = isLocked
    }

    /// The same as Foundation has it.
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
    /// The error of the system call that has just failed.
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
        ProtectedFileError(.EBADMSG, "“\(path)” is damaged: \(what)", remedy: "put it back from a backup")
    }

    /// What the keychain has to say, about a file.
    init(_ error: KeychainError, _ path: String, _ fileClass: FileProtectionClass) {
        switch error.code {
        case .interactionNotAllowed: self = .locked(path, fileClass)
        case .missingEntitlement:
            self.init(.EPERM, "“\(path)” belongs to another program: \(error.reason)", remedy: error.remedy)
        case .decode:
            self = .damaged(path, "its key was not wrapped by this keychain for this file")
        default: self.init(.ENOKEY, "the key of “\(path)” cannot be had: \(error.reason)", remedy: error.remedy)
        }
    }

    private static func locked(_ path: String, _ fileClass: FileProtectionClass) -> ProtectedFileError {
        let when =
            switch fileClass {
            case .complete: "and can be read and written only while the keychain is unlocked"
            case .completeUnlessOpen: "whose key cannot be had while the keychain is locked"
            case .completeUntilFirstUserAuthentication: "and the keychain has not been unlocked since it was started"
            case .none: "and the keychain is locked"
            }
        return ProtectedFileError(
            .EACCES, "“\(path)” has the protection class \(fileClass.name), \(when)",
            remedy: "unlock the keychain with: chatelaine unlock", isLocked: true)
    }
}
