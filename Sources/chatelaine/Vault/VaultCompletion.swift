import ArgumentParser
import LinuxSupport
import PasswordVault
import VaultClient

/// Names that a shell completes. Nothing is asked for: what is locked has no names.
///
/// Specified in: Docs/command-line.md, "Completion".
enum VaultCompletion {
    static let vaults = CompletionKind.custom { _, _, _ in (try? VaultAccess.directory().vaultNames()) ?? [] }

    static let deletedVaults = CompletionKind.custom { _, _, _ in
        ((try? VaultAccess.directory().deletedVaultCopies()) ?? []).map(\.name)
    }

    /// Titles of the items in the trash for the commands that look there, and of all others elsewhere.
    static let items = CompletionKind.custom { words, index, _ in
        let words = CompletedWords(words, index)
        let isInTrash = ["vault restore", "vault purge"].contains(words.command)
        let overviews = try? openVault(words)?.overviews(VaultFilter(place: isInTrash ? .trash : nil), limit: .max)
        return (overviews ?? []).map(\.title).filter { UntrustedText.forTerminal($0) == $0 }
    }

    /// Fields of the item that the words before name.
    static let fields = CompletionKind.custom { words, index, _ in fieldNames(CompletedWords(words, index)) }
    /// The same, and what else can be copied.
    static let copied = CompletionKind.custom { words, index, _ in
        let names = fieldNames(CompletedWords(words, index))
        return names.isEmpty ? [] : names + ["code"]
    }
    /// The same, each with the sign that a value comes after.
    static let assignments = CompletionKind.custom { words, index, _ in
        fieldNames(CompletedWords(words, index)).filter { $0 != "notes" }.map { $0 + "=" }
    }

    private static func fieldNames(_ words: CompletedWords) -> [String] {
        guard let title = words.operand, let vault = try? openVault(words),
            let item = try? ItemFinder.item(title, in: vault, asks: false)
        else { return [] }
        return FieldFinder.listedNames(in: item).filter { UntrustedText.forTerminal($0) == $0 }
    }

    /// The vault that the words mean, if this terminal has it open.
    private static func openVault(_ words: CompletedWords) throws -> (any VaultService)? {
        try openVault(named: words.value(of: "--vault"))
    }

    /// The vault with a name, or the only one, if this terminal has it open.
    static func openVault(named name: String?) throws -> (any VaultService)? {
        let directory = try VaultAccess.directory()
        // In this process it would have to be unlocked first.
        guard !VaultAccess.endsWithProcess(directory) else { return nil }
        let vault = try directory.vaultService(named: VaultAccess.name(name, in: directory))
        return try vault.isUnlocked() ? vault : nil
    }
}
