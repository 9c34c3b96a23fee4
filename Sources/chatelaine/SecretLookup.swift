import Foundation
import Glibc
import KeychainServices

/// What `chatelaine get` does, apart from its arguments.
struct SecretLookup {
    let queries: [Query]
    /// The secret part that is meant in place of the secret itself.
    var part: AttributeKey?
    var isRaw = false
    var isForced = false

    func run(in session: Session) throws {
        let items = try session.perform { try $0.items(matching: queries, reading: [.attributes, .data]) }
        guard let item = try Selection.preferred(items) else { throw Failure(.itemNotFound, "no item matches") }
        guard let secret = secret(of: item) else {
            throw Failure(
                .itemNotFound, "the item has no such secret", remedy: "give it one with: chatelaine edit … --secret")
        }
        try print(secret)
    }

    /// What is stored is durable without closing anything, and the kernel takes back all memory at once, wiped before anybody else
    /// gets it: a tenth of the process's time faster than piece by piece.
    func runAndExit() throws -> Never {
        let session = try Session()
        try run(in: session)
        withExtendedLifetime(session) { _exit(ExitStatus.done.rawValue) }
    }

    private func secret(of item: Item) -> Data? {
        guard let part else { return item.data }
        return item.secretAttributes[part]?.data
    }

    private func print(_ secret: Data) throws {
        guard isForced || isatty(STDOUT_FILENO) == 0 || TerminalText.isHarmless(secret) else {
            throw Failure(
                .failed, "the secret is not plain text, and this is a terminal",
                remedy: "send it to a file with “> FILE”, or insist with --force")
        }
        try StandardStreams.write(isRaw ? secret : secret + [UInt8(ascii: "\n")])
    }
}

extension SecretLookup {
    /// `get SERVICE ACCOUNT` and nothing else, which programs run in loops: understood without the parser, whose look at every
    /// command and option takes a third of the process's time. Nil for anything that the parser has to see.
    init?(plain arguments: [String]) {
        guard arguments.count == 4, arguments[1] == "get", !arguments[2].hasPrefix("-"), !arguments[3].hasPrefix("-")
        else { return nil }
        let names: Attributes = [.service: .string(arguments[2]), .account: .string(arguments[3])]
        self.init(queries: [Query(.genericPassword, names, synchronizable: .any)])
    }
}
