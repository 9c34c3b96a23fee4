import KeyManagement

extension LocalKeychain {
    /// Makes a keychain that gets its name only when `complete` has added what belongs to it, such as a passcode.
    ///
    /// - Throws: `.duplicateItem` if there is a keychain of that name; `.notAvailable` if it cannot be made; errors of `complete`.
    package static func make(
        _ root: KeychainRoot, name: String, accessGroups: AccessGroups, passcodeCost: PasscodeHash.Cost,
        completedBy complete: (LocalKeychain) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try translatingErrors {
            try KeychainFile(root: root, name: name).make(passcodeCost: passcodeCost) { store in
                try complete(LocalKeychain(store: store, accessGroups: accessGroups))
            }
        }
    }
}
