import Foundation
import Security

// TLS in which the client has a certificate as well, on the loopback. The client's private key is in the keychain and is used there:
// Docs/keys.md.
//
//     MutualTLS import FILE [--extractable]              stores the identities of a .p12 file; its passphrase is a line of standard input
//     MutualTLS serve CERTIFICATE KEY AUTHORITIES        demands a certificate of each client and prints its subject
//     MutualTLS connect PORT AUTHORITIES [LABEL [--copy-key]]
//                                                        shows the identity of this label, or none, and prints the answer

/// Prints a line at once, also to a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

@main struct MutualTLS {
    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst().map { $0 })
        } catch {
            FileHandle.standardError.write(Data("MutualTLS: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        switch (words.first, words.count) {
        case ("import", 2),
            ("import", 3) where words.last == "--extractable":
            let file = try Data(contentsOf: URL(fileURLWithPath: words[1]))
            let labels = try Identities.importFile(
                file, passphrase: readLine() ?? "", isExtractable: words.count == 3)
            for label in labels { say("imported: \(label)") }
        case ("serve", 4):
            try await Server(certificate: words[1], key: words[2], authorities: words[3]).run()
        case ("connect", 3), ("connect", 4),
            ("connect", 5) where words.last == "--copy-key":
            let identity = words.count > 3 ? try Identities.find(words[3]) : nil
            let client = Client(authorities: words[2], identity: identity, copiesKey: words.count == 5)
            say(try await client.ask(port: Int(words[1]) ?? 0))
        default:
            say("usage: MutualTLS import FILE [--extractable] | serve CERTIFICATE KEY AUTHORITIES")
            say("                 | connect PORT AUTHORITIES [LABEL [--copy-key]]")
            exit(2)
        }
    }
}
