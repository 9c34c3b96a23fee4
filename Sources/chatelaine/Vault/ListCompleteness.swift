import PasswordVault

/// Whether a list has all items that the vault's file has.
struct ListCompleteness {
    private let vault: String
    private let isComplete: Bool

    init(of vault: any VaultService) throws {
        (self.vault, isComplete) = (vault.name, try vault.isComplete())
    }

    /// For the JSON of the list.
    var member: (name: String, value: JSONText) { ("complete", .bool(isComplete)) }

    /// - Throws: if items are missing.
    func check() throws {
        guard !isComplete else { return }
        throw Failure(
            .incomplete, "items may be missing in what is listed: a part of the vault “\(vault)” is damaged",
            remedy: "bring back what is still in the file with: chatelaine doctor --unlock --repair --vault \(vault)")
    }
}
