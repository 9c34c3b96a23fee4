import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault

/// Serves requests that read and change the items of a vault.
struct VaultItemRequests {
    /// The bytes of overviews that one frame has.
    private static let partSize = 512 << 10

    // MARK: - Reading

    func listVaults(_ vault: VaultTarget) -> Work {
        Work(.immediate, log: .absent) { _ throws(KeychainError) in .names(vault.vaults.names) }
    }

    func listTags(of vault: VaultTarget) -> Work {
        Work(.immediate, log: .absent) { _ throws(KeychainError) in .names(try vault().tags()) }
    }

    func countItems(in vault: VaultTarget) -> Work {
        Work(.immediate, log: .absent) { _ throws(KeychainError) in .count(try vault().count()) }
    }

    func showState(of vault: VaultTarget) -> Work {
        Work(.immediate, log: .absent) { _ throws(KeychainError) in
            let (isUnlocked, password) = try (vault().isUnlocked(), vault().passwordDerivation())
            let isGranted = vault.isGranted
            // A state is answered in any case: what cannot be read at all is an error of the list.
            let isComplete = isUnlocked && isGranted ? (try? vault().isComplete()) ?? true : true
            let state = WireVaultReply.State.with {
                $0.isUnlocked = isUnlocked && isGranted
                $0.derivation = password.derivation.rawValue
                $0.passes = password.passes
                $0.memory = UInt64(clamping: password.memory ?? 0)
                $0.fingerUnlock = vault.fingerUnlock
                $0.isIncomplete = !isComplete
            }
            return .message(.vault(.with { $0.state = state }))
        }
    }

    func searchItems(in vault: VaultTarget, _ search: WireVaultRequest.Search) throws(KeychainError) -> Work {
        let filter = try VaultFilter(search.filter)
        let limit = search.limit == 0 ? Int.max : Int(clamping: search.limit)
        let site = try WebsiteHint(search)
        return Work(.immediate) { _ throws(KeychainError) in
            let parts = try vault().encodedSearch(
                search.text, filter, site: site, limit: limit, partSize: Self.partSize)
            return .parts(.vault(.with { $0.overviews = .init() }), parts)
        }
    }

    func readItem(_ id: Data, in vault: VaultTarget) throws(KeychainError) -> Work {
        let id = try UUID(wire: id)
        return Work(.immediate) { _ throws(KeychainError) in try .vaultItems([vault().item(id)]) }
    }

    // MARK: - Changing

    /// - Parameter secret: the items.
    func saveItems(
        in vault: VaultTarget, _ save: WireVaultRequest.Save, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let items = try ItemList.decode(secret)
        guard save.adds || items.count == 1 else { throw .unreadable("not one item") }
        return Work(.writes) { _ throws(KeychainError) in
            if save.adds { return try .vaultItems(vault().add(contentsOf: items)) }
            return try .vaultItems(items.map { (item) throws(KeychainError) in try vault().save(item) })
        }
    }

    func duplicateItem(
        in vault: VaultTarget, _ duplicate: WireVaultRequest.Duplicate
    ) throws(KeychainError) -> Work {
        let id = try UUID(wire: duplicate.id)
        return Work(.writes) { _ throws(KeychainError) in
            try .vaultItems([vault().duplicate(id, title: duplicate.title)])
        }
    }

    /// Returns the work that archives or trashes an item, takes that back, or deletes the item.
    func markItem(in vault: VaultTarget, _ mark: WireVaultRequest.Mark) throws(KeychainError) -> Work {
        let id = try UUID(wire: mark.id)
        return Work(.writes, log: .named("vault: mark \(mark.change)")) { _ throws(KeychainError) in
            switch mark.change {
            case .archive: try vault().archive(id)
            case .unarchive: try vault().archive(id, false)
            case .trash: try vault().trash(id)
            case .restore: try vault().restore(id)
            case .purge: try vault().purge(id)
            case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown change of an item")
            }
            return .done
        }
    }

    func emptyTrash(of vault: VaultTarget) -> Work {
        Work(.writes) { _ throws(KeychainError) in .count(try vault().emptyTrash()) }
    }

    func moveItem(from vault: VaultTarget, _ move: WireVaultRequest.Move) throws(KeychainError) -> Work {
        let id = try UUID(wire: move.id)
        let other = vault.other(move.to)
        return Work(.writes) { _ throws(KeychainError) in
            try other.requireGrant()
            try vault().move(id, to: other())
            return .done
        }
    }
}

extension Answer {
    fileprivate static func names(_ names: [String]) -> Answer {
        .message(.vault(.with { $0.names = .with { $0.names = names } }))
    }

    static func vaultItems(_ items: [VaultItem]) throws(KeychainError) -> Answer {
        .parts(.vault(.with { $0.items = .init() }), [try ItemList.encode(items)])
    }
}

extension VaultFilter {
    fileprivate init(_ wire: WireVaultFilter) throws(KeychainError) {
        guard wire.place.isEmpty || Place(rawValue: wire.place) != nil else {
            throw .unreadable("an unknown place of items")
        }
        self.init(
            place: Place(rawValue: wire.place), kind: wire.kind == 0 ? nil : .numbered(wire.kind),
            tag: wire.hasTag ? wire.tag : nil, onlyFavourites: wire.onlyFavourites)
    }
}

extension WebsiteHint {
    /// `nil` if the search is for no site.
    fileprivate init?(_ search: WireVaultRequest.Search) throws(KeychainError) {
        guard search.hasSite else { return nil }
        guard search.site.names.count <= Self.mostNames, search.site.openRules.count <= Self.mostNames else {
            throw .unreadable("a site of too many names")
        }
        self.init(names: search.site.names, openRules: search.site.openRules)
    }
}

extension UUID {
    init(wire bytes: Data) throws(KeychainError) {
        guard let id = UUID(bytes: bytes) else { throw .unreadable("an id that is none") }
        self = id
    }
}
