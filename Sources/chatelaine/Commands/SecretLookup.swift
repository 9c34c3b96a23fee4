import AgentClient
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets

/// The work of `chatelaine get`, without its arguments.
struct SecretLookup {
    let queries: [Query]
    /// The secret part to print in place of the secret itself.
    var part: AttributeKey?
    var isRaw = false
    var isForced = false
    var output = Output.plain

    enum Output { case plain, json, clipboard }

    func run(in session: Session) throws {
        var items = try session.perform { try $0.items(matching: queries, reading: [.attributes, .data]) }
        if items.isEmpty, session.keychain.wantsPasscodeShown {
            try session.seeAllGroups()
            items = try session.perform { try $0.items(matching: queries, reading: [.attributes, .data]) }
        }
        guard let item = try Selection.preferred(items) else { throw absent(in: session) }
        guard !item.attributes.withholdData else { throw KeychainError.notExtractable }
        guard let secret = secret(of: item) else {
            throw Failure(
                .itemNotFound, "the item has no such secret", remedy: "give it one with: chatelaine edit … --secret")
        }
        switch output {
        case .plain: try print(secret)
        case .json: try JSONText.print([("secret", .bytes(secret))])
        case .clipboard: try Clipboard.copy(Secret(SecretBytes(copying: secret)))
        }
    }

    private func secret(of item: Item) -> Data? {
        guard let part else { return item.data }
        return item.secretAttributes[part]?.data
    }

    /// The error where no item matches, with the service and account that are closest.
    private func absent(in session: Session) -> Failure {
        let absent = Failure(.itemNotFound, "no item matches")
        guard let wanted = queries.first?.attributes, let service = wanted[.service]?.string else { return absent }
        let found =
            (try? session.keychain.itemsThatAskForNobody(matching: [Query(.genericPassword, synchronizable: .any)]))
            ?? []
        let names = found.compactMap { item -> (service: String, account: String)? in
            item[.service]?.string.map { ($0, item[.account]?.string ?? "") }
        }
        let accounts = names.filter { $0.service == service }.map(\.account)
        if let account = wanted[.account]?.string, let close = Suggestion.closest(to: account, among: accounts) {
            return suggesting(service, close)
        }
        guard let close = Suggestion.closest(to: service, among: names.map(\.service).filter { $0 != service }) else {
            return absent
        }
        let account = wanted[.account]?.string
        let there = names.filter { $0.service == close }.map(\.account)
        return suggesting(close, account.flatMap { there.contains($0) ? $0 : nil } ?? there.first ?? "")
    }

    private func suggesting(_ service: String, _ account: String) -> Failure {
        Failure(
            .itemNotFound, "no item matches",
            remedy: "did you mean “\(service)”, account “\(account)”? Or see what is stored with: chatelaine list")
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
