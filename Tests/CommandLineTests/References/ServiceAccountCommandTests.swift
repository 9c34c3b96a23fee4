import Foundation
import Testing

/// `chatelaine token make --vault`, and what its token reads.
@Suite struct ServiceAccountCommandTests {
    private let references: ReferenceTool

    init() throws { references = try ReferenceTool() }

    private func make(_ arguments: String..., status: Int32 = 0) throws -> CommandLineTool.Output {
        let output = try references.tool.run(
            ["token", "make", "--vault", "personal", "--password-stdin"] + arguments,
            input: Data("\(VaultTool.password)\n".utf8))
        #expect(output.status == status, "\(output.complaint)")
        return output
    }

    private func token() throws -> String {
        try make("--items", "Database", "--name", "ci").text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Reads with a token in the environment, without a terminal, a password or an agent.
    private func read(_ token: String, _ reference: String = ReferenceTool.reference) throws -> CommandLineTool.Output {
        references.tool.environment["CHATELAINE_TOKEN"] = token
        defer { references.tool.environment["CHATELAINE_TOKEN"] = nil }
        return try references.tool.run("read", reference)
    }

    @Test func tokenReadsItsItemsWithTheVaultLockedAndWithoutAPerson() throws {
        let made = try make("--items", "Database", "--expires", "30d", "--read-only")
        #expect(made.complaint.contains("without a person") && made.complaint.contains("until "))
        let token = made.text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try read(token).text == ReferenceTool.secret + "\n")
        #expect(try read(token, "chatelaine://personal/Database/Admin/PIN").text == "4711\n")
    }

    @Test func tokenMayBeInAFileThatOnlyItsOwnerCanRead() throws {
        let path = try references.write(try token() + "\n", "token")
        chmod(path, 0o600)
        let output = try references.tool.run("read", ReferenceTool.reference, "--token-file", path)
        #expect(output.text == ReferenceTool.secret + "\n", "\(output.complaint)")
        chmod(path, 0o644)
        #expect(try references.tool.run("read", ReferenceTool.reference, "--token-file", path).status == 51)
        references.tool.environment["CHATELAINE_TOKEN_FILE"] = path
        chmod(path, 0o600)
        #expect(try references.tool.run("read", ReferenceTool.reference).text == ReferenceTool.secret + "\n")
    }

    @Test func otherItemsAndTheKeychainAreRefused() throws {
        _ = try references.vault.text("add", "Other", "--secret", "password", input: "other secret\n")
        let token = try token()
        for reference in [
            "chatelaine://personal/Other/password", ReferenceTool.keychainReference,
            "chatelaine://other/Database/password",
        ] {
            let output = try read(token, reference)
            #expect(output.status == 44 && output.bytes.isEmpty, "\(reference): \(output.complaint)")
        }
    }

    @Test func laterVersionIsReadAndTheTrashIsNot() throws {
        let token = try token()
        _ = try references.vault.text("edit", "Database", "--secret", "password", input: "later secret\n")
        #expect(try read(token).text == "later secret\n")
        _ = try references.vault.text("rm", "Database")
        #expect(try read(token).status == 44)
    }

    @Test func commandDoesNotGetTheToken() throws {
        let token = try token()
        references.tool.environment["CHATELAINE_TOKEN"] = token
        references.tool.environment["SECRET"] = ReferenceTool.reference
        let output = try references.tool.run("run", "--", "sh", "-c", "env | grep -c chsa1; echo \"$SECRET\"")
        #expect(output.text == "0\n\(ReferenceTool.concealed)\n", "\(output.complaint)")
    }

    @Test func injectTakesATokenAsWell() throws {
        references.tool.environment["CHATELAINE_TOKEN"] = try token()
        let output = try references.tool.run("inject", input: "p={{ \(ReferenceTool.reference) }}")
        #expect(output.text == "p=\(ReferenceTool.secret)", "\(output.complaint)")
    }

    @Test func revokedTokenReadsNothingAndEachUseIsInTheLog() throws {
        let token = try token()
        let id = String(token.dropFirst(6).prefix(16))
        _ = try read(token)
        _ = try read(token, "chatelaine://personal/Nowhere/password")
        let revoked = try references.tool.run("token", "revoke", id)
        #expect(revoked.status == 0 && revoked.complaint.contains("stays known"), "\(revoked.complaint)")
        #expect(try read(token).status == 51)
        let log = try references.tool.run("token", "log", id, "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: log.bytes) as? [String: Any])
        let uses = try #require(object["uses"] as? [[String: String]])
        #expect(uses.map { $0["answer"] } == ["answered", "not found"])
        #expect(uses.first?["command"] == "read" && uses.first?["reference"] == ReferenceTool.reference)
    }

    @Test func listShowsAccountsAndNoToken() throws {
        let token = try token()
        let list = try references.tool.run("token", "list")
        #expect(
            list.status == 0 && list.text.contains("vault:personal") && list.text.hasSuffix("\tci\n"),
            "\(list.complaint)")
        #expect(!list.text.contains(token))
        let json = try references.tool.run("token", "list", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any])
        let accounts = try #require(object["serviceAccounts"] as? [[String: Any]])
        #expect(
            accounts.count == 1 && accounts[0]["vault"] as? String == "personal" && accounts[0]["items"] as? Int == 1)
    }

    @Test func tokenInAnotherHomeOpensNothing() throws {
        let token = try token()
        let elsewhere = try CommandLineTool()
        elsewhere.environment["CHATELAINE_TOKEN"] = token
        let output = try elsewhere.run("read", ReferenceTool.reference)
        #expect(output.status == 51 && output.bytes.isEmpty, "\(output.complaint)")
    }

    @Test func accountOfAMissingItemIsNotMade() throws {
        #expect(try make("--items", "Nowhere", status: 44).bytes.isEmpty)
        #expect(try references.tool.run("token", "make", "--vault", "personal").status == 2)
        #expect(try references.tool.run("token", "make").status == 2)
    }

    @Test func agentMakesOneAndItsChangesAreRead() throws {
        let agent = try RunningAgent(references.tool)
        let token = try token()
        _ = try references.vault.text("edit", "Database", "--secret", "password", input: "later secret\n")
        #expect(try read(token).text == "later secret\n")
        _ = try references.vault.run("lock")
        #expect(try read(token).text == "later secret\n")
        _ = agent
    }
}
