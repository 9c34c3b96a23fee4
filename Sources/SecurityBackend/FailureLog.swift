import Glibc
import KeychainServices
import LinuxSupport
import Security

/// Failures with their reasons, where the variable `CHATELAINE_LOG` says `stderr`.
///
/// Specified in: keychain-services 3.12.
enum FailureLog {
    /// Whether the user wants the log. A program with more rights than its user does not obey the user's variables.
    private static let isOn: Bool = {
        guard geteuid() == getuid(), getegid() == getgid(), let value = getenv("CHATELAINE_LOG") else { return false }
        return strcmp(value, "stderr") == 0
    }()

    /// Writes one line: the function, the status, the reason and the remedy. They name no secret and no attribute's value.
    static func write(_ function: StaticString, _ error: KeychainError) {
        guard isOn else { return }
        // A path can be in a reason: no character of it may act on a terminal or begin another line.
        let line = "chatelaine: \(function): \(UntrustedText.forTerminal(error.description))\n"
        _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    }
}
