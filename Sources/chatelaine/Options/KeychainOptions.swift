import AgentClient
import ArgumentParser
import Authentication
import DataProtection
import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// The options of commands that use the keychain.
struct KeychainOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: "The access group. New items go to “chatelaine” if there is none.",
        completion: KeychainCompletion.groups)
    var group: String?

    @Flag(help: "Take the keychain's passcode from the first line of standard input.")
    var passcodeStdin = false
}

/// The user's keychain, and the passcode where it is needed.
final class Session {
    /// The access group that the command line adds to by default. The command line acts for the user, and sees every group.
    static let defaultGroup = "chatelaine"

    let keychain: Keychain
    private let asksForPasscode: Bool
    /// Whether this session has entered the passcode: nothing asks for it a second time.
    private var hasEnteredPasscode = false

    /// - Parameter seeingAllGroups: whether the command is about the items of all programs.
    convenience init(_ options: KeychainOptions, seeingAllGroups: Bool = false) throws {
        try self.init(passcodeFromStandardInput: options.passcodeStdin)
        if seeingAllGroups || options.group ?? Self.defaultGroup != Self.defaultGroup { try seeAllGroups() }
    }

    init(passcodeFromStandardInput: Bool = false) throws {
        keychain = try Self.open()
        asksForPasscode = !passcodeFromStandardInput
        guard passcodeFromStandardInput else { return }
        // The line is there even if it is not needed, and what follows it is something else.
        let passcode = try StandardInput.passcode()
        if try keychain.lockState().needsPasscode {
            try Self.unlock(keychain, passcode)
        } else if keychain.wantsPasscodeShown {
            try keychain.show(passcode: passcode)
        }
    }

    static func open() throws -> Keychain {
        Keychain.user(wanting: AccessGroups([defaultGroup, "*"]))
    }

    /// Runs `body`. If it needs the passcode, asks for the passcode and runs `body` again.
    func perform<Result>(_ body: (Keychain) throws -> Result) throws -> Result {
        do {
            return try body(keychain)
        } catch let error as KeychainError where error.code == .interactionNotAllowed {
            guard asksForPasscode, try keychain.lockState().needsPasscode else { throw error }
            try unlock(orThrow: error)
            return try body(keychain)
        }
    }

    /// Same as ``perform(_:)``, for a protected file, which may also be another program's.
    func performOnFile<Result>(_ body: (Keychain) throws -> Result) throws -> Result {
        do {
            return try body(keychain)
        } catch let error as ProtectedFileError where error.isLocked {
            guard asksForPasscode, try keychain.lockState().needsPasscode else { throw error }
            try unlock(orThrow: error)
            WritingInterruption.watch()
            return try body(keychain)
        } catch let error as ProtectedFileError where error.code == .EPERM && keychain.wantsPasscodeShown {
            try seeAllGroups()
            WritingInterruption.watch()
            return try body(keychain)
        }
    }

    /// Same as ``perform(_:)``, for the last step of a command, which changes something. Closes the keychain afterwards.
    ///
    /// Closing moves into the file what a reader has held back in the log so far.
    func change(_ body: (Keychain) throws -> Void) throws {
        try perform(body)
        keychain.close()
    }

    /// Asks for the passcode before the command asks for anything else.
    func unlockIfNeeded() throws {
        try perform { keychain in
            guard try !keychain.lockState().needsPasscode else {
                throw KeychainError(.interactionNotAllowed, "the keychain is locked")
            }
        }
    }

    /// Asks for the passcode if the agent shows other programs' items only with it. Without a terminal the command sees only its own items.
    func seeAllGroups() throws {
        try warnWithoutPasscode()
        guard asksForPasscode, keychain.wantsPasscodeShown, !hasEnteredPasscode,
            let terminal = Terminal()
        else { return }
        let isLocked = try keychain.lockState().needsPasscode
        try Self.ask(terminal, "Passcode of the keychain, to see the items of all programs: ") { passcode in
            // The agent takes an unlock as a passcode that was shown; the reverse is not true.
            if isLocked { try Self.unlock(keychain, passcode) } else { try keychain.show(passcode: passcode) }
        }
        hasEnteredPasscode = true
    }

    /// Warns if there is no passcode. The agent separates programs, but it needs the passcode to tell the user from a program that starts
    /// this command.
    private func warnWithoutPasscode() throws {
        guard keychain.isServedByAgent, isatty(STDERR_FILENO) == 1, try keychain.lockState() == .noPasscode else {
            return
        }
        StandardStreams.complain(
            "warning: without a passcode every program that can start chatelaine sees all items; set one with: "
                + "chatelaine passcode set\n")
    }

    private func unlock(orThrow locked: any Error) throws {
        guard let terminal = Terminal() else { throw locked }
        try Self.ask(terminal, "Passcode of the keychain: ") { try Self.unlock(keychain, $0) }
        hasEnteredPasscode = true
    }

    /// Unlocks the keychain. The user has then entered the passcode: items that require it do not ask for it again, unless an agent asks.
    private static func unlock(_ keychain: Keychain, _ passcode: borrowing SecretBytes) throws {
        try keychain.unlock(passcode: passcode)
        ProcessAuthenticator.shared.passcodeWasEntered(passcode)
    }

    /// Asks for a passcode and runs `body` with it. Three attempts.
    static func ask(
        _ terminal: borrowing Terminal, _ prompt: String, _ body: (borrowing SecretBytes) throws -> Void
    ) throws {
        for attempt in 1...3 {
            do {
                return try body(terminal.secret(prompt))
            } catch let error as KeychainError
                where error.code == .authenticationFailed && !error.passcodeWasNotChecked && attempt < 3
            {
                StandardStreams.complain("\(UntrustedText.forTerminal(error.reason))\n")
            }
        }
    }
}

extension LockState {
    /// Whether some items stay locked until the user enters the passcode.
    var needsPasscode: Bool { self == .beforeFirstUnlock || self == .lockedAfterFirstUnlock }
}
