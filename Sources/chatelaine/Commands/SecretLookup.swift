import AgentClient
import Foundation
import Glibc
import KeychainServices
import LinuxSupport

/// The work of `chatelaine get`, without its arguments.
struct SecretLookup {
    let queries: [Query]
    /// The secret part to print in place of the secret itself.
    var part: AttributeKey?
    var isRaw = false
    var isForced = false

    func run(in session: Session) throws {
        var items = try session.perform { try $0.items(matching: queries, reading: [.attributes, .data]) }
        if items.isEmpty, session.keychain.wantsPasscodeShown {
            try session.seeAllGroups()
            items = try session.perform { try $0.items(matching: queries, reading: [.attributes, .data]) }
        }
        guard let item = try Selection.preferred(items) else { throw Failure(.itemNotFound, "no item matches") }
        guard let secret = secret(of: item) else {
            throw Failure(
                .itemNotFound, "the item has no such secret", remedy: "give it one with: chatelaine edit … --secret")
        }
        try print(secret)
    }

    private func secret(of item: Item) -> Data? {
        guard let part else { return item.data }
        return item.secretAttributes[part]?.data
    }

    private func print(_ secret: Data) throws {
        guard isForced || isatty(STDOUT_FILENO) == 0 || UntrustedText.isHarmless(secret) else {
            throw Failure(
                .failed, "the secret is not plain text, and this is a terminal",
                remedy: "send it to a file with “> FILE”, or insist with --force")
        }
        try StandardStreams.write(isRaw ? secret : secret + [UInt8(ascii: "\n")])
    }
}

extension SecretLookup: PlainCommand {
    static let plainName = "get"

    init(plainService service: String, account: String) {
        let names: Attributes = [.service: .string(service), .account: .string(account)]
        self.init(queries: [Query(.genericPassword, names, synchronizable: .any)])
    }
}
