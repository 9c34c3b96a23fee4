import AgentProtocol
import Foundation
import Glibc
import LinuxSupport

/// The password managers that are installed for this user, and the choice among them.
struct InstalledManagers {
    private let environment: ManagerEnvironment
    private let files: ManifestFiles

    init(_ environment: ManagerEnvironment) {
        self.environment = environment
        files = ManifestFiles(in: environment.directories.allData)
    }

    /// The password manager to be asked.
    struct Choice {
        let manifest: Manifest
        let socket: String
        /// The managers that the user can still choose from: none, or all if the user has not chosen yet.
        var alternatives: [Manifest] = []
    }

    /// Whether one could be asked. Checking starts none and connects to none.
    var isAvailable: Bool { files.manifests.contains { canBeReached($0) } }

    /// The name of the one that would be asked, for display; `nil` if there is none, or if it is not decided which.
    var title: String? { preferred(of: files.manifests.filter(canBeReached))?.manifest.title }

    /// Returns the manager that serves: the user's choice; else the only one; else Chatelaine's own, which lets the
    /// user choose.
    ///
    /// - Throws: `.apiNotAvailable` if none is installed, `.failedToContactExtension` if none can be reached, or if
    ///   there are several without Chatelaine's own and no choice.
    func choice() throws(PasswordManagerError) -> Choice {
        let reachable = files.manifests.filter(canBeReached)
        guard !reachable.isEmpty else { throw noneError }
        guard let (manifest, isDecided) = preferred(of: reachable) else { throw undecidedError(reachable) }
        var choice = try choice(of: manifest)
        if !isDecided { choice.alternatives = Array(reachable.prefix(PasswordManagerLimits.alternatives)) }
        return choice
    }

    private func preferred(of reachable: [Manifest]) -> (manifest: Manifest, isDecided: Bool)? {
        if let name = chosenName, let chosen = reachable.first(where: { $0.name == name }) { return (chosen, true) }
        guard reachable.count > 1 else { return reachable.first.map { ($0, true) } }
        return reachable.first { $0.name == Manifest.ownName }.map { ($0, false) }
    }

    /// Returns one of the alternatives of a choice, by its name.
    ///
    /// - Throws: `.unexpectedData` if the name is not an alternative; `.failedToContactExtension` if the manager is not
    ///   running and cannot be started.
    func choice(of name: String, from first: Choice) throws(PasswordManagerError) -> Choice {
        guard let manifest = first.alternatives.first(where: { $0.name == name && $0 != first.manifest }) else {
            throw PasswordManagerError(
                .unexpectedData, "“\(first.manifest.title)” has named an unknown password manager.")
        }
        return try choice(of: manifest)
    }

    private func choice(of manifest: Manifest) throws(PasswordManagerError) -> Choice {
        if let socket = socket(of: manifest) { return Choice(manifest: manifest, socket: socket) }
        if let start = manifest.start { environment.start(start) }
        guard let socket = socket(of: manifest) else {
            throw PasswordManagerError(
                .failedToContactExtension,
                "The password manager “\(manifest.title)” is not running and could not be started.")
        }
        return Choice(manifest: manifest, socket: socket)
    }

    // MARK: - Reaching

    /// The socket of the first location that applies, if it is there.
    private func socket(of manifest: Manifest) -> String? {
        guard let path = manifest.sockets.lazy.compactMap(environment.path).first else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return path
    }

    private func canBeReached(_ manifest: Manifest) -> Bool {
        if socket(of: manifest) != nil { return true }
        let files: [String] =
            switch manifest.start {
            case nil: []
            case .unit(let name): environment.unitDirectories.map { $0 + "/" + name }
            case .busName(let name):
                environment.directories.allData.map { $0 + "/dbus-1/services/" + name + ".service" }
            }
        return files.contains { access($0, R_OK) == 0 }
    }

    // MARK: - Choosing

    private static let mostBytesOfChoice = 256

    /// The file with the name of the user's choice.
    private var choiceFile: String? {
        environment.directories.configuration.map { $0 + "/chatelaine/password-manager" }
    }

    private var chosenName: String? {
        guard let choiceFile,
            let bytes = try? TrustedFile.contents(of: choiceFile, limit: Self.mostBytesOfChoice)
        else { return nil }
        let name = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Manifest.isName(name) ? name : nil
    }

    // MARK: - Errors

    private var noneError: PasswordManagerError {
        guard let first = files.manifests.first else {
            let reasons = files.skipped.map { " “\($0.path)” was ignored: \($0.reason)." }.joined()
            return PasswordManagerError(.apiNotAvailable, "No password manager is installed." + reasons)
        }
        return PasswordManagerError(
            .failedToContactExtension, "The password manager “\(first.title)” is installed, but not running.")
    }

    private func undecidedError(_ manifests: [Manifest]) -> PasswordManagerError {
        let names = manifests.map { "“\($0.name)”" }.joined(separator: ", ")
        let file = choiceFile ?? "$XDG_CONFIG_HOME/chatelaine/password-manager"
        return PasswordManagerError(
            .failedToContactExtension,
            "Several password managers are installed (\(names)). Write the name of one into “\(file)”.")
    }
}
