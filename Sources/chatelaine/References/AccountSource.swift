import AgentClient
import Foundation
import KeychainServices
import PasswordVault
import SecretReferences

/// The items of a service account, by the token that this process was given.
final class AccountSource: ReferenceSource {
    private let reader: ServiceAccountReader
    private let command: String

    /// - Parameter command: the command, for the log.
    /// - Returns: `nil` if there is no token.
    init?(tokenFile: String?, command: String) throws {
        guard let text = try PresentedToken.ofServiceAccount(file: tokenFile) else { return nil }
        reader = try ServiceAccountReader(root: .user(), token: ServiceAccountToken(parsing: text))
        self.command = command
    }

    func value(of reference: SecretReference) throws -> SecretValue {
        let value: SecretValue
        do {
            value = try find(reference)
        } catch {
            try? note(reference, (error as? Failure)?.status == .itemNotFound ? "not found" : "refused")
            throw error
        }
        // Before it is given out.
        try note(reference, "answered")
        return value
    }

    private func note(_ reference: SecretReference, _ answer: String) throws {
        try reader.note(command: command, reference: reference.description, answer: answer)
    }

    private func find(_ reference: SecretReference) throws -> SecretValue {
        guard case .field(let vault, let name, let section, let field) = reference.target, vault == reader.vaultName
        else {
            throw Failure(
                .itemNotFound, "the service account reads items of the vault “\(reader.vaultName)” only",
                remedy: "leave CHATELAINE_TOKEN and CHATELAINE_TOKEN_FILE unset to read as yourself")
        }
        return try ItemReference.value(
            section: section, field: field, attribute: reference.attribute, in: item(name), of: nil)
    }

    private func item(_ name: String) throws -> VaultItem {
        let items = reader.items
        if let id = UUID(uuidString: name), let item = items.first(where: { $0.id == id }) { return item }
        let exact = items.filter { $0.title == name }
        let found = exact.isEmpty ? items.filter { Self.folded($0.title) == Self.folded(name) } : exact
        guard let item = found.first else {
            throw Failure(
                .itemNotFound, "the service account has no item “\(name)”",
                remedy: "name one of those that it was made for, by title or id")
        }
        guard found.count == 1 else {
            throw Failure(
                .failed, "\(found.count) items are called “\(name)”",
                remedy: "name one by its id: \(found.map(\.id.text).joined(separator: ", "))")
        }
        return item
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
