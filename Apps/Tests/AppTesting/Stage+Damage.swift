import TestSupport

extension Stage {
    /// Flips a bit in the newest row of the vault: the page of its index, after an item was added.
    public func damageIndexOfVault() throws {
        // A rename moves the log to the file.
        for names in [["personal", "other"], ["other", "personal"]] { try vault("rename", names[0], names[1]) }
        var file = try DamagedKeychain(home + "/keychains/data/keychains/vault.personal.keychain")
        try file.flipBit(ofItem: file.count - 1)
    }
}
