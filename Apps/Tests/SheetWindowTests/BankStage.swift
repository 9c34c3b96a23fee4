import AppTesting

/// Where most tests of the sheet begin.
@MainActor enum BankStage {
    static let address = "https://bank.example"

    /// An agent with a vault that has a login for the bank, and a prompter.
    static func make() throws -> Stage {
        let stage = try Stage()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=\(address)", input: "correct horse\n")
        try stage.startPrompter()
        return stage
    }
}
