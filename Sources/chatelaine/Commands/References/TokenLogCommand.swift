import ArgumentParser
import KeychainServices
import LinuxSupport
import PasswordVault

struct TokenLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows the uses of a service account.",
        discussion: """
            Time, command, reference, answer and process, with tabs between, the oldest first. The log stays when the account is revoked.

            Examples:
              chatelaine token log 0123456789abcdef
            """)

    @Argument(help: "Its id, as “token list” shows it.") var id: String
    @Flag(help: .json) var json = false

    private static let names = ["time", "command", "reference", "answer", "process"]

    func run() throws {
        guard ServiceAccountToken.isID(id) else {
            throw Failure.usage("“\(id)” is not the id of a token", remedy: "see the ids with: chatelaine token list")
        }
        let root = try KeychainRoot.user()
        let lines = ServiceAccountLog(root: root, id: id).lines()
        let isThere = ListedServiceAccount.all(root: root).contains { $0.id == id }
        guard isThere || !lines.isEmpty else {
            throw Failure(
                .itemNotFound, "there is no service account “\(id)”", remedy: "see the ids with: chatelaine token list")
        }
        if json {
            let uses = lines.map { line in
                JSONText.object(zip(Self.names, line).map { (name: $0, value: JSONText.string($1)) })
            }
            return try JSONText.print([("uses", .array(uses))])
        }
        for line in lines {
            try StandardStreams.print(line.map { UntrustedText.forTerminal($0) }.joined(separator: "\t"))
        }
    }
}
