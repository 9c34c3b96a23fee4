import GRDB
import KeyManagement
import TrustedPlatform

extension KeychainError {
    /// Converts errors of lower layers to those that programs receive (keychain-services 3.12). This is the only place that does so.
    init(_ error: any Error) {
        switch error {
        case let error as KeychainError: self = error
        case let error as KeyError: self.init(key: error)
        case let error as TPMError: self.init(.notAvailable, error.reason, remedy: error.remedy)
        case let error as DatabaseError: self.init(database: error)
        case let error as LaterFormat:
            self.init(
                .notAvailable, "the keychain was made by a later release (format \(error.version))",
                remedy: "upgrade chatelaine")
        default: self.init(.notAvailable, "the keychain cannot be used: \(type(of: error))")
        }
    }

    private init(key error: KeyError) {
        switch error {
        case .locked: self = .locked
        case .noPasscode:
            self.init(
                .notAvailable, "this protection class needs a passcode", remedy: "set one with: chatelaine passcode set"
            )
        case .missing:
            self.init(
                .notAvailable, "the keychain has lost the key of this protection class",
                remedy: "examine the keychain with: chatelaine doctor")
        case .wrongPasscode: self.init(.authenticationFailed, "the passcode is wrong")
        case .damaged(let what):
            self.init(
                .notAvailable, "\(what): the data is damaged", remedy: "examine the keychain with: chatelaine doctor")
        case .deviceKeyMissing(let path):
            self.init(
                .notAvailable, "the keychain's device key is missing: “\(path)”",
                remedy: "restore it from a backup, or use the recovery key: \(Self.recoveryCommands)")
        case .deviceKeyMismatch:
            self.init(
                .notAvailable, "the keychain belongs to another device key than this one",
                remedy: "restore the right device key from a backup, or use the recovery key: \(Self.recoveryCommands)")
        case .outOfMemory: self.init(.allocate, "there is not enough memory for the passcode's key")
        case .costly(let hash):
            self.init(
                .notAvailable,
                "deriving the key of this passcode takes \(hash.costText), more than Chatelaine ever chooses: another program has "
                    + "written these numbers, or changed them",
                remedy:
                    "if you trust the file, end the agent if there is one, use it in a terminal, and change the passcode: "
                    + "chatelaine passcode change, or chatelaine vault password")
        case .system(let action, let code): self = .system(action, "", errno: code)
        }
    }

    /// The commands that open a file with its recovery key and no device key.
    private static var recoveryCommands: String {
        "chatelaine recovery-key use, of a vault: chatelaine vault recovery use"
    }

    private init(database error: DatabaseError) {
        switch error.resultCode {
        // SQLite does not report why it cannot enlarge the shared-memory index; a full disk is almost always the reason.
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: fallthrough
        case .SQLITE_FULL:
            self.init(.notAvailable, "the disk is full", remedy: "free some space; the change was not stored")
        case .SQLITE_IOERR: self.init(.io, "the keychain file cannot be read or written", remedy: "check the disk")
        case .SQLITE_NOMEM: self.init(.allocate, "there is not enough memory")
        case .SQLITE_READONLY:
            self.init(
                .readOnly, "the keychain file cannot be written", remedy: "check the permissions of its directory")
        case .SQLITE_TOOBIG: self.init(.parameter, "the item is too large")
        // A duplicate item is detected before the write: a constraint fails only if an index or a column is damaged.
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT:
            self.init(
                .notAvailable, "the keychain file is damaged; it was left as it is",
                remedy: "examine the keychain with: chatelaine doctor")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .notAvailable, "another program is using the keychain file", remedy: "try again when it is done")
        case .SQLITE_CANTOPEN:
            self.init(
                .notAvailable, "the keychain file cannot be opened", remedy: "check the permissions of its directory")
        default:
            self.init(.notAvailable, "the keychain file cannot be used (SQLite \(error.extendedResultCode.rawValue))")
        }
    }
}

/// Runs `body` with every error as a ``KeychainError``.
extension KeychainError {
    static var movedWhileOpen: KeychainError {
        KeychainError(
            .notAvailable, "the keychain file was moved or replaced while it was open", remedy: "restart the program")
    }
}

func translatingErrors<Result>(_ body: () throws -> Result) throws(KeychainError) -> Result {
    do { return try body() } catch { throw KeychainError(error) }
}
