import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets

/// The work of `chatelaine token make --vault`.
struct ServiceAccountMaking {
    let command: TokenCommand.MakeCommand
    let vault: String
    /// In seconds.
    let lifetime: UInt64

    func run() throws {
        let session = try VaultSession(named: vault, readsPassword: command.passwordStdin)
        try session.unlock()
        let items = try found(in: session.vault)
        let created = UInt64(max(0, Date().timeIntervalSince1970))
        let token = ServiceAccountToken()
        let account = try ServiceAccount(
            of: token, name: command.label, items: items.map(\.id), created: created, expires: created + lifetime)
        try session.vault.addServiceAccount(account)
        let root = try KeychainRoot.user()
        guard ListedServiceAccount.all(root: root).contains(where: { $0.id == token.id }) else {
            throw Failure(
                .failed,
                "the vault's files are where only the system service can read them, and a service account has to",
                remedy: "make a vault of your own for it, without the system service")
        }
        do {
            try print(token)
        } catch {
            _ = try? ListedServiceAccount.revoke(token.id, root: root)
            throw error
        }
        let passkeys = items.filter { $0.allFields.contains { !$0.kind.isShown } }.map(\.title)
        explain(until: created + lifetime, items, without: passkeys)
    }

    private func found(in vault: any VaultService) throws -> [VaultItem] {
        let names = command.items.flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        var items: [VaultItem] = []
        for name in names {
            let item = try ItemFinder.item(name, in: vault, asks: false)
            guard item.trashed == nil else {
                throw Failure(
                    .itemNotFound, "the item “\(name)” is in the trash",
                    remedy: "take it out with: chatelaine vault restore \(item.id.text)")
            }
            if !items.contains(where: { $0.id == item.id }) { items.append(item) }
        }
        return items
    }

    private func print(_ token: borrowing ServiceAccountToken) throws {
        let text = token.text()
        if command.json {
            return try JSONText.print([("token", .bytes(text.withUnsafeBytes { Data($0) })), ("id", .string(token.id))])
        }
        try text.withUnsafeBytes { try StandardStreams.write(bytes: $0) }
        try StandardStreams.write("\n")
    }

    private func explain(until end: UInt64, _ items: [VaultItem], without passkeys: [String]) {
        let date = DateText.text(Date(timeIntervalSince1970: Double(end)))
        StandardStreams.complain(
            "this token reads \(items.count == 1 ? "one item" : "\(items.count) items") of “\(vault)” until \(date), without a person, the master password or an agent, also while the vault is locked\n"
                + "every process that has it and can read your files can do that: keep it like a password; it is not shown again\n"
        )
        for title in passkeys {
            StandardStreams.complain("the passkey of “\(UntrustedText.forTerminal(title))” is not in it\n")
        }
    }
}

extension ListedServiceAccount {
    /// The line of `token list`.
    func line() -> String {
        let fields = [id, "vault:\(vault)", "read-only", DateText.text(expires), name]
        return fields.map { UntrustedText.forTerminal($0) }.joined(separator: "\t")
    }

    /// The object of `token list --json`.
    func json() throws -> JSONText {
        let uses = ServiceAccountLog(root: try .user(), id: id).lines()
        return .object([
            ("id", .string(id)), ("vault", .string(vault)), ("name", .string(name)),
            ("items", .number(items.named)), ("present", .number(items.present)),
            ("created", .string(DateText.text(created))), ("expires", .string(DateText.text(expires))),
            ("lastUse", JSONText(uses.last?.first)),
        ])
    }
}
