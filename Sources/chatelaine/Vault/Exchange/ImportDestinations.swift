import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets
import VaultExchange

/// The vaults that an import goes into, and what it changes in each.
struct ImportDestinations {
    private struct Destination {
        let name: String
        /// `nil` for a vault that is made by the import.
        var vault: (any VaultService)?
        var plan: ImportPlan
    }

    private let session: VaultSession
    private let options: VaultOptions
    /// Whether vaults that are missing will be made, so that their master passwords are asked for.
    private let mayMake: Bool
    private var destinations: [Destination] = []

    init(_ session: VaultSession, _ options: VaultOptions, mayMake: Bool) {
        (self.session, self.options, self.mayMake) = (session, options, mayMake)
    }

    /// The changes, with the names of the vaults if there are several.
    var plans: [(vault: String?, plan: ImportPlan)] {
        destinations.map { (destinations.count > 1 ? $0.name : nil, $0.plan) }
    }

    /// Compares the content with each vault, which is unlocked for that.
    mutating func compare(
        _ content: ImportedContent, folders: FolderUse, tag: String?, _ progress: ExchangeProgress
    ) throws {
        let parts = folders == .vaults ? content.byFolder() : [(nil, content)]
        for (name, content) in parts {
            let vault = try vault(named: name ?? session.vault.name)
            var plan: ImportPlan?
            try WritingInterruption.whileWatching {
                plan = try ImportPlan(content, for: vault, folders: folders, tag: tag) {
                    try progress.show("comparing", $0)
                }
            }
            guard let plan else { continue }
            destinations.append(Destination(name: name ?? session.vault.name, vault: vault, plan: plan))
        }
    }

    private func vault(named name: String) throws -> (any VaultService)? {
        guard name != session.vault.name else { return session.vault }
        guard try session.directory.vaultNames().contains(name) else { return nil }
        return try session.otherVault(named: name)
    }

    /// Keeps the entries with these numbers, counted from 1 through all vaults.
    mutating func choose(_ numbers: NumberRanges) {
        var number = 0
        for index in destinations.indices {
            destinations[index].plan.choose { _ in
                number += 1
                return numbers.contains(number)
            }
        }
    }

    /// Makes the vaults that are missing, and stores the changes: in each vault all or none.
    mutating func store(_ progress: ExchangeProgress) throws {
        for index in destinations.indices
        where destinations[index].vault == nil && !destinations[index].plan.entries.isEmpty {
            destinations[index].vault = try made(destinations[index].name)
        }
        for destination in destinations {
            guard let vault = destination.vault else { continue }
            try WritingInterruption.whileWatching {
                try destination.plan.store(in: vault) { try progress.show("storing", $0) }
            }
        }
    }

    private func made(_ name: String) throws -> any VaultService {
        let password = try MasterPassword.new(
            "Master password for the new vault \(UntrustedText.forTerminal(name)): ",
            fromStandardInput: options.passwordStdin, allowsWeak: false, knowing: [name])
        return try ActivityIndicator.run(for: "making the vault") { () throws(KeychainError) in
            try session.directory.createVault(name, password: password, derivation: .argon2id)
        }
    }
}
