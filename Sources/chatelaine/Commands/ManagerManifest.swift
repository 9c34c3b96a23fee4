import Foundation
import Glibc
import LinuxSupport

/// The manifest by which apps find the password manager of the user's own agent (Docs/password-manager-feature.md).
struct ManagerManifest {
    /// The same text as `Packaging/password-managers/chatelaine.json`, which packagers install.
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
            // Apps trust the manifest only if no other user can write it.
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
