import Glibc
import KeychainServices
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
        let line = "chatelaine: \(function): \(escaped(error.description))\n"
        _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// A path can be in a reason: no character of it may act on a terminal or begin another line.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                result.append("\u{fffd}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
