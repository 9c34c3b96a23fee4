import AgentClient
import Foundation
import KeychainServices
import PasswordVault
import SecretReferences

/// A source of the values that references mean.
protocol ReferenceSource: AnyObject {
    /// Returns the value.
    ///
    /// - Throws: `Failure` or `KeychainError`.
    func value(of reference: SecretReference) throws -> SecretValue
}

/// Resolves references: all of them, or none.
struct ReferenceResolver {
    /// A reference and its position, for errors.
    typealias Use = (reference: SecretReference, place: String)

    private let source: any ReferenceSource
    /// Whether a service account is used.
    let usesToken: Bool

    /// - Parameter command: the command, for the log of a service account.
    init(_ options: ReferenceOptions, command: String) throws {
        if let account = try AccountSource(tokenFile: options.tokenFile, command: command) {
            (source, usesToken) = (account, true)
        } else {
            (source, usesToken) = (OwnerSource(options), false)
        }
    }

    /// Returns the value of one reference.
    func value(of reference: SecretReference) throws -> SecretValue { try source.value(of: reference) }

    /// Returns the values of all references.
    ///
    /// - Throws: one error that names all references that mean nothing, so that they can be corrected at once; any other error as it is.
    func values(of uses: [Use]) throws -> [SecretReference: SecretValue] {
        var values: [SecretReference: SecretValue] = [:]
        var missing: [String] = []
        var known = Set<SecretReference>()
        var only: (any Error)?
        for (reference, place) in uses where known.insert(reference).inserted {
            do {
                values[reference] = try source.value(of: reference)
            } catch {
                guard let text = Self.missing(error) else { throw error }
                let position = place.isEmpty ? "" : " (\(place))"
                missing.append("\(reference)\(position): \(text)")
                only = error
            }
        }
        guard let only else { return values }
        guard missing.count > 1 else {
            throw Failure(.itemNotFound, missing[0], remedy: (only as? Failure)?.remedy)
        }
        throw Failure(
            .itemNotFound, "\(missing.count) references mean nothing: \(missing.joined(separator: "; "))",
            remedy: "correct them; nothing was started or written")
    }

    /// The text for a reference that means nothing, or several things; `nil` for an error that has another reason.
    private static func missing(_ error: any Error) -> String? {
        if let failure = error as? Failure {
            switch failure.status {
            case .itemNotFound: return failure.reason
            case .failed: return "\(failure.reason); \(failure.remedy)"
            default: return nil
            }
        }
        guard let error = error as? KeychainError, [.itemNotFound, .noSuchKeychain, .parameter].contains(error.code)
        else {
            return nil
        }
        return error.reason
    }
}

/// The vaults and the keychain, opened for the user.
final class OwnerSource: ReferenceSource {
    private let options: ReferenceOptions
    private var sessions: [String: VaultSession] = [:]
    private var items: [String: VaultItem] = [:]
    private var keychain: Session?

    init(_ options: ReferenceOptions) { self.options = options }

    func value(of reference: SecretReference) throws -> SecretValue {
        switch reference.target {
        case .keychain(let service, let account): return try secret(service, account)
        case .field(let vault, let name, let section, let field):
            let session = try session(vault)
            let item = try item(name, in: session.vault)
            return try ItemReference.value(
                section: section, field: field, attribute: reference.attribute, in: item, of: session.vault)
        }
    }

    private func session(_ vault: String) throws -> VaultSession {
        if let known = sessions[vault] { return known }
        let session = try VaultSession(named: vault, readsPassword: options.passwordStdin)
        try session.unlock()
        sessions[vault] = session
        return session
    }

    /// The item with a title or an id. Words of a title are not enough: what they mean changes with the next item.
    private func item(_ name: String, in vault: any VaultService) throws -> VaultItem {
        let key = "\(vault.name)/\(name)"
        if let known = items[key] { return known }
        let item = try ItemFinder.item(name, in: vault, asks: false)
        guard item.trashed == nil else {
            throw Failure(
                .itemNotFound, "the item “\(name)” is in the trash",
                remedy: "take it out with: chatelaine vault restore \(item.id.text)")
        }
        // The counter of a one-time code changes with each use.
        if !item.allFields.contains(where: \.kind.makesOneTimeCodes) { items[key] = item }
        return item
    }

    private func secret(_ service: String, _ account: String) throws -> SecretValue {
        let session = try keychain ?? Session(passcodeFromStandardInput: options.passcodeStdin)
        keychain = session
        let query = Query(
            .genericPassword, [.service: .string(service), .account: .string(account)], synchronizable: .any)
        var found = try session.perform { try $0.items(matching: [query], reading: [.attributes, .data]) }
        if found.isEmpty, session.keychain.wantsPasscodeShown {
            try session.seeAllGroups()
            found = try session.perform { try $0.items(matching: [query], reading: [.attributes, .data]) }
        }
        guard let item = try Selection.preferred(found) else {
            throw Failure(
                .itemNotFound, "the keychain has no item of service “\(service)” and account “\(account)”",
                remedy: Self.adviceAboutKeychain)
        }
        guard !item.attributes.withholdData, let data = item.data else { throw KeychainError.notExtractable }
        return data.withUnsafeBytes { SecretValue(copying: $0) }
    }

    /// The advice where the keychain lacks something: an earlier release made vaults of that name.
    private static var adviceAboutKeychain: String {
        let names = (try? VaultAccess.directory().vaultNames()) ?? []
        guard names.contains(SecretReference.keychain) else { return "see what is stored with: chatelaine list" }
        return "if the vault “keychain” is meant, give it another name: chatelaine vault rename keychain NEW"
    }
}
