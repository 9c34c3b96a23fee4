import Foundation
import Glibc
import LinuxSupport

/// Tells apps that there is a password manager, and where (Docs/password-manager-feature.md): for the user's own agent.
struct ManagerManifest {
    /// As packagers get it: `Packaging/password-managers/chatelaine.json`.
    static let text = """
        {
            "name": "chatelaine",
            "title": "Chatelaine",
            "icon": "io.github.chatelaine",
            "feature": "org-appextension-feature-password-management",
            "protocol": 1,
            "sockets": ["$CHATELAINE_HOME/run/agent.socket", "/run/chatelaine/agent.socket", \
        "$XDG_RUNTIME_DIR/chatelaine/agent.socket"],
            "start": {"unit": "chatelaine.socket"}
        }

        """

    let path: String

    init() throws {
        guard let directory = UserDirectories().data else {
            throw Failure(
                .failed, "there is no directory in which apps would look for a password manager", remedy: "set HOME")
        }
        path = directory + "/password-managers/chatelaine.json"
    }

    func write() throws {
        do {
            let directory = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
            // Apps believe it only if nobody else could have written it.
            guard chmod(path, 0o644) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        } catch {
            throw Failure(
                .failed, "“\(path)”, by which apps find the password manager, cannot be written",
                remedy: "see who may write there, and whether the disk is full")
        }
    }

    func remove() throws {
        guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
        throw Failure(.failed, "“\(path)” cannot be removed", remedy: "see who may write there")
    }
}
