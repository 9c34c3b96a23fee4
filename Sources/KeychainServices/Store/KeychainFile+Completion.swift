import KeyManagement
import LinuxSupport

extension KeychainFile {
    /// Makes a keychain that gets its name only when it is complete: a process that ends at any moment leaves no keychain or the whole one.
    ///
    /// - Parameter complete: adds what belongs to it from the start. The store is of no use afterwards.
    /// - Throws: `.duplicateItem` if there is a keychain of that name; `.notAvailable` if the log of a lost one is
    ///   there; errors of `complete`, and then there is no keychain.
    func make(passcodeCost: PasscodeHash.Cost, completedBy complete: (Store) throws -> Void) throws {
        try root.prepare()
        try root.whileLocked {
            removeLeftovers()
            guard !KeychainRoot.exists(path) else {
                throw KeychainError(.duplicateItem, "there is a keychain at “\(path)”", remedy: "choose another name")
            }
            try root.refuseStrayLog(of: name)
            // Nothing is left of one that could not be completed.
            defer { removeLeftovers() }
            let store = try ForkGuard.withForksBlocked { try makeUnfinished(passcodeCost) }
            defer { store.retire() }
            try complete(store)
            try ForkGuard.withForksBlocked {
                store.suspend()
                try giveName()
            }
        }
    }

    private func makeUnfinished(_ passcodeCost: PasscodeHash.Cost) throws -> Store {
        let deviceKey = try readDeviceKey() ?? makeDeviceKey()
        try make(at: unfinished.path, KeySet.make(deviceKey: deviceKey).keybag)
        let store = try Store(file: unfinished, passcodeCost: passcodeCost)
        StoreRegistry.shared.addUnnamed(store)
        return store
    }

    private func giveName() throws {
        // The whole log is in the file by then, or this fails.
        try KeychainRoot.whileExclusive(unfinished.path, counter: root.counter(of: unfinished.path)) {
            KeychainRoot.removeLog(of: path)
            try Self.rename(unfinished.path, path)
            try Descriptor.synchronizeDirectory(root.path + "/keychains")
        }
    }
}
