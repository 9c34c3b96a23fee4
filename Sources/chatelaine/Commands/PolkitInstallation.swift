import Foundation
import Glibc

/// The polkit files of the system service. Without them the service works, but users cannot confirm their presence.
struct PolkitInstallation {
    /// The only directory in which Debian 12's polkit (122) looks for actions.
    private static let directory = "/usr/share/polkit-1"
    private static let files = [
        (path: directory + "/actions/io.github.chatelaine.policy", text: PolkitText.policy),
        (path: directory + "/rules.d/io.github.chatelaine.rules", text: PolkitText.rules),
    ]

    /// Installs the files.
    ///
    /// - Returns: a sentence that tells the user the result.
    func install() -> String {
        guard access(Self.directory + "/actions", F_OK) == 0 else {
            return "polkit is not installed, so users cannot be asked to confirm their presence.\n"
                + "Install it (polkitd), then run this again."
        }
        for (path, text) in Self.files where !Self.write(text, to: path) {
            return "“\(path)” cannot be written, so users cannot be asked to confirm their presence.\n"
                + "See who may write there, then run this again."
        }
        return "told polkit of it: \(Self.files.map(\.path).joined(separator: ", "))"
    }

    /// - Throws: a ``Failure`` if something cannot be removed.
    func uninstall() throws {
        for (path, _) in Self.files where unlink(path) != 0 && errno != ENOENT && errno != ENOTDIR {
            throw Failure(.failed, "“\(path)” cannot be removed", remedy: "see who may write there")
        }
    }

    private static func write(_ text: String, to path: String) -> Bool {
        do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch { return false }
        // polkitd does not run as root.
        return chmod(path, 0o644) == 0
    }
}
