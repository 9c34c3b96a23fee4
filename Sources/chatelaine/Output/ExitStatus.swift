import DataProtection
import KeychainServices

/// The exit status of the process. This is the only table of these numbers; they are never renumbered.
///
/// They are those of Apple's `security` tool: the last byte of the status.
/// Specified in: Docs/exit-codes.md.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    /// `vault health` has found something.
    case findings = 3
    case notExtractable = 28
    case locked = 36
    case itemNotFound = 44
    case duplicateItem = 45
    case authenticationFailed = 51
    /// `EX_DATAERR` of sysexits.h: a list may lack items, because a part of the file is damaged.
    case incomplete = 65
    /// `EX_UNAVAILABLE` of sysexits.h: the desktop has no clipboard that this program can use.
    case noClipboard = 69
    /// `EX_TEMPFAIL` of sysexits.h: the same command may succeed later.
    case notTried = 75
    /// `EX_CONFIG` of sysexits.h: the keychain is not set up for what was asked.
    case noPasscode = 78
    /// As shells have it: the command that was to be run cannot be run.
    case cannotRun = 126
    /// As shells have it: there is no such command.
    case noSuchCommand = 127
    case cancelled = 128

    init(_ error: KeychainError) {
        switch error.code {
        case .authenticationFailed where error.passcodeWasNotChecked: self = .notTried
        case .dataNotAvailable: self = .notExtractable
        case .interactionNotAllowed: self = .locked
        case .itemNotFound: self = .itemNotFound
        case .duplicateItem: self = .duplicateItem
        case .authenticationFailed: self = .authenticationFailed
        case .userCanceled: self = .cancelled
        default: self = .failed
        }
    }

    init(_ error: ProtectedFileError) {
        switch error.code {
        case .EACCES where error.isLocked: self = .locked
        case .ECANCELED: self = .cancelled
        default: self = .failed
        }
    }

    /// The advice for an error that brings none of its own.
    var remedy: String {
        switch self {
        case .done: ""
        case .failed: "see what is wrong with: chatelaine doctor"
        case .usage: "see how it is used with: chatelaine --help"
        case .findings: "see what is wrong with: chatelaine vault health"
        case .notExtractable: "see its attributes with: chatelaine show"
        case .locked: "run it on a terminal, or give the passcode as the first line of input with --passcode-stdin"
        case .itemNotFound: "see what is stored with: chatelaine list"
        case .duplicateItem: "change the item that is there with: chatelaine edit"
        case .authenticationFailed: "try again with the right passcode"
        case .incomplete: "bring back what is missing with: chatelaine doctor --unlock --repair"
        case .noClipboard: "print it with: chatelaine get"
        case .noPasscode: "set one with: chatelaine passcode set"
        case .notTried: "wait, then try again with the right passcode"
        case .cannotRun, .noSuchCommand: "check the command, its permissions and PATH"
        case .cancelled: "nothing was changed; run it again when you are ready"
        }
    }
}
