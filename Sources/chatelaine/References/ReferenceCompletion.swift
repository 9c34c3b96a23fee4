import ArgumentParser
import LinuxSupport
import PasswordVault
import SecretReferences

/// References that a shell completes, part by part. Nothing is asked for: what is locked has no names.
enum ReferenceCompletion {
    static let references = CompletionKind.custom { words, index, prefix in
        // Some shells hand over the word from the last colon on.
        let word = index < words.count ? CompletedWords.unquoted(words[index]) : prefix
        return candidates(for: word)
    }

    /// The references that the typed one can become, up to the next slash.
    private static func candidates(for typed: String) -> [String] {
        let start = SecretReference.prefix
        guard typed.hasPrefix(start) else { return start.hasPrefix(typed) ? vaults() : [] }
        let parts = typed.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false).map(
            String.init)
        switch parts.count {
        case ..<2: return vaults()
        case 2: return names(in: parts[0]).map { "\($0)/" }
        default: return fields(in: parts[0], of: parts[1])
        }
    }

    private static func vaults() -> [String] {
        let names = (try? VaultAccess.directory().vaultNames()) ?? []
        return (names.filter { $0 != SecretReference.keychain } + [SecretReference.keychain])
            .map { "\(SecretReference.prefix)\($0)/" }
    }

    private static func names(in vault: String) -> [String] {
        let overviews = (try? VaultCompletion.openVault(named: vault)?.overviews(VaultFilter(), limit: .max)) ?? []
        return overviews.compactMap { overview in
            guard !overview.title.isEmpty, UntrustedText.forTerminal(overview.title) == overview.title else {
                return nil
            }
            let reference = SecretReference(.field(vault: vault, item: overview.title, section: nil, field: "x"))
            return String(reference.description.dropLast(2))
        }
    }

    private static func fields(in vault: String, of item: String) -> [String] {
        // The title as a reference has it.
        guard let parsed = try? SecretReference(parsing: "\(SecretReference.prefix)\(vault)/\(item)/x"),
            case .field(_, let title, _, _) = parsed.target, let open = try? VaultCompletion.openVault(named: vault),
            let found = try? ItemFinder.item(title, in: open, asks: false)
        else { return [] }
        return ItemReference.references(of: found, title: title, vault: vault).map(\.description)
    }
}
