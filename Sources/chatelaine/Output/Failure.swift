import ArgumentParser
import DataProtection
import Fingerprint
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import VaultExchange
import SecretReferences
import VaultHealth

/// An error of the command line itself.
struct Failure: Error {
    let status: ExitStatus
    let reason: String
    /// The advice to the user.
    let remedy: String

    init(_ status: ExitStatus, _ reason: String, remedy: String? = nil) {
        self.status = status
        self.reason = reason
        self.remedy = remedy ?? status.remedy
    }

    static func usage(_ reason: String, remedy: String? = nil) -> Failure { Failure(.usage, reason, remedy: remedy) }
}

extension Failure {
    /// Says what went wrong and what to do about it, and ends the process.
    ///
    /// - Parameter root: the command that has parsed the arguments.
    static func end(_ error: any Error, of root: any ParsableCommand.Type) -> Never {
        switch error {
        case let failure as Failure: end(failure)
        case let error as KeychainError: end(Failure(error))
        case let error as ProtectedFileError: end(Failure(error))
        case let error as ReaderError: end(Failure(error))
        case let error as ExchangeError: end(Failure(error))
        case let error as PasswordRequirementsError:
            end(.usage(error.reason, remedy: "see what can be asked for with: chatelaine generate --help"))
        case let error as PasswordOptionsError:
            end(.usage(error.reason, remedy: "see what can be asked for with: chatelaine vault generate --help"))
        case let error as OneTimeCodeError:
            end(.usage(error.reason, remedy: "give the secret that the site shows, or its otpauth address"))
        case let error as SecretReferenceError: end(Failure(.failed, error.reason, remedy: error.remedy))
        case let error as QRCodeError: end(Failure(.failed, error.reason, remedy: error.remedy))
        case let error as HealthError:
            end(Failure(error.isCancelled ? .cancelled : .failed, error.reason, remedy: error.remedy))
        case let code as ExitCode where code.rawValue == ExitStatus.findings.rawValue: exit(code.rawValue)
        case is StandardStreams.ReaderIsGone: exit(ExitStatus.failed.rawValue)
        default: endParsing(error, of: root)
        }
    }

    private init(_ error: KeychainError) {
        let status = ExitStatus(error)
        self.init(status, error.reason, remedy: Self.remedy(for: error, status))
    }

    private init(_ error: ExchangeError) {
        let status: ExitStatus =
            switch error.kind {
            case .wrongPassword: .authenticationFailed
            case .passwordRequired: .locked
            case .cancelled: .cancelled
            case .damaged, .tooLarge, .unsupported, .io: .failed
            }
        self.init(status, error.reason, remedy: error.remedy ?? "nothing was changed; try another file")
    }

    private init(_ error: ProtectedFileError) {
        let status = ExitStatus(error)
        // The command line knows best itself how it asks for a passcode.
        self.init(
            status, error.reason,
            remedy: error.isLocked ? status.remedy : error.remedy ?? "nothing was changed; try another file")
    }

    /// Returns the keychain's own advice, except about locked items: the keychain does not know how its caller asks for a passcode.
    private static func remedy(for error: KeychainError, _ status: ExitStatus) -> String? {
        switch error.code {
        case .interactionNotAllowed: status.remedy
        case .parameter, .noSuchAttribute, .noSuchClass, .unimplemented:
            error.remedy ?? "check the attributes and their values with: chatelaine add --help"
        default: error.remedy
        }
    }

    private static func end(_ failure: Failure) -> Never {
        let style = Style(for: STDERR_FILENO)
        StandardStreams.complain(
            "\(style.alarm("chatelaine:")) \(UntrustedText.forTerminal(failure.reason))\n"
                + "  \(style.faint("next:")) \(UntrustedText.forTerminal(failure.remedy))\n")
        exit(failure.status.rawValue)
    }

    /// Help, completion scripts and what the parser has to say about the arguments.
    private static func endParsing(_ error: any Error, of root: any ParsableCommand.Type) -> Never {
        let message = root.fullMessage(for: error)
        guard root.exitCode(for: error).isSuccess else {
            StandardStreams.complain(UntrustedText.forTerminal(message, keepingNewlines: true) + "\n")
            if let command = Suggestion.command(in: CommandLine.arguments.dropFirst(), of: root) {
                StandardStreams.complain("  next: did you mean “\(command)”?\n")
            }
            exit(ExitStatus.usage.rawValue)
        }
        do { try StandardStreams.print(message) } catch { end(error, of: root) }
        exit(ExitStatus.done.rawValue)
    }
}
