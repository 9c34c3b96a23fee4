import AccessPolicy
import Foundation

/// A browser profile that the user has paired: the public key of its extension, and the browser that it is bound to.
///
/// Specified in: Docs/decisions/0087.
struct BrowserPairing: Codable, Sendable, Equatable {
    /// How often filling in a matching login takes a proof.
    enum Proof: String, Codable, Sendable, CaseIterable {
        /// Once until the vault is locked.
        case session
        case fiveMinutes = "5-minutes"
        case eachTime = "each-time"
    }

    /// Eight hexadecimal digits, by which the user names it.
    let id: String
    /// As the extension has given it, for lists.
    let name: String
    /// The identifier of the extension, as the browser has told the host.
    let extensionID: String
    /// An uncompressed point of P-256.
    let publicKey: Data
    /// The browser as the agent has identified it.
    let browser: Browser
    let created: Date
    /// Whether an item was filled in since.
    var hasFilled = false
    var proof = Proof.session
    /// The sites at which it offers to save nothing; `nil` in records of releases that know of none.
    var neverSites: [String]?

    /// The identity of a browser.
    struct Browser: Codable, Sendable, Equatable {
        /// The path of the executable.
        let path: String
        /// The key by which the policy knows the program.
        let key: String
        let strength: String
        /// The digest of a program that its user can change; empty for others.
        let digest: String

        /// - Returns: `nil` for a program whose identity others share: an unidentified one, a script, one in a sandbox.
        init?(_ program: Program) {
            switch program.subject.strength {
            case .unidentified, .interpreter, .confined: return nil
            case .unpinned, .pinned, .system, .secured: break
            }
            guard let key = program.subject.key, let path = program.subject.path, !Self.isLauncher(path) else {
                return nil
            }
            (self.path, self.key) = (path, key)
            strength = program.subject.strength.rawValue
            digest = program.subject.digest?.hexadecimal ?? ""
        }

        /// Whether it is a program that starts others on request, such as browsers in sandboxes. (The list cannot be complete: the
        /// user is shown the path.)
        private static func isLauncher(_ path: String) -> Bool {
            let names = [
                "systemd", "systemd-executor", "xdg-desktop-portal", "flatpak-session-helper", "dbus-daemon",
                "dbus-broker",
                "dbus-broker-launch", "snapd", "sudo", "timeout", "setsid", "nohup", "xargs", "find",
                "chatelaine-browser",
            ]
            return names.contains { path.hasSuffix("/" + $0) }
        }

        /// Compares byte by byte: texts that look the same to a person are different paths.
        static func == (one: Browser, other: Browser) -> Bool {
            one.path.utf8.elementsEqual(other.path.utf8) && one.key.utf8.elementsEqual(other.key.utf8)
                && one.strength == other.strength && one.digest == other.digest
        }
    }
}
