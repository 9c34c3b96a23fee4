import Glibc

/// Whether a process sees the same system as the inspector: namespaces and root directory.
struct ProcessNamespaces {
    let traits: ProcessTraits
    let flatpakID: String?
    let snapName: String?

    /// Whether the paths of the process name other files than ours.
    var hasOtherMountNamespace: Bool { traits.contains(.otherMountNamespace) }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        let own = try ProcessDirectory(pid: getpid())
        var traits: ProcessTraits = []
        let namespaces: [(String, ProcessTraits)] = [
            ("ns/user", .otherUserNamespace), ("ns/mnt", .otherMountNamespace), ("ns/pid", .otherPIDNamespace),
        ]
        for (name, trait) in namespaces where try process.link(name) != own.link(name) { traits.insert(trait) }
        let root = try process.follow("root")
        let ownRoot = try own.follow("root")
        guard let information = root.information(), let ownInformation = ownRoot.information() else { throw .denied }
        if information.identity != ownInformation.identity { traits.insert(.otherRoot) }
        // In our own root directory, only root could have created the file, so it would not describe this process.
        let isElsewhere = !traits.isDisjoint(with: [.otherMountNamespace, .otherRoot])
        flatpakID = isElsewhere ? SandboxHints.flatpakID(root: root) : nil
        snapName = SandboxHints.snapName(of: process)
        self.traits = traits
    }
}
