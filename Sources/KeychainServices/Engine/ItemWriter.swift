import Foundation
import KeyManagement

/// Seals drafts and writes them to the file, within one transaction.
struct ItemWriter {
    let store: Store
    let session: Store.Session
    private let gate: AuthenticationGate
    private let table: ItemTable

    /// Makes a writer within a session.
    ///
    /// - Parameter gate: has the additional factors with which new secrets are sealed.
    init(_ store: Store, _ session: Store.Session, _ gate: AuthenticationGate) {
        self.store = store
        self.session = session
        self.gate = gate
        table = ItemTable(db: session.db)
    }

    /// Adds a complete item.
    ///
    /// - Throws: `.duplicateItem`; `KeyError.locked` or `.noPasscode`, even for a duplicate.
    func add(_ draft: Draft, protection: ProtectionClass) throws -> Item {
        let (sealed, draft) = try sealed(draft, protection: protection)
        try removeConflicts(with: sealed, except: nil)
        try table.insert(sealed)
        return Item(
            persistentReference: PersistentReference(itemClass: draft.itemClass, id: sealed.head.id),
            attributes: draft.attributes,
            data: draft.attributes.withholdData ? nil : draft.data, secretAttributes: draft.secretAttributes)
    }

    /// Seals a new item without storing it.
    ///
    /// - Returns: the item in both forms.
    func sealed(_ draft: Draft, protection: ProtectionClass) throws -> (SealedItem, Draft) {
        var draft = draft
        let classKey = try classKeyForWrap(protection)
        addDigest(to: &draft, classKey)
        let head = ItemHead(
            id: .makeRandom(), itemClass: draft.itemClass, flags: draft.flags, protection: protection,
            classKey: classKey.number, revision: 1)
        return (try seal(head, draft, classKey), draft)
    }

    /// Replaces a row by a changed item.
    func replace(_ number: Int64, _ old: ItemHead, tags: [SearchTag], with draft: Draft, protection: ProtectionClass)
        throws
    {
        var draft = draft
        let classKey = try classKeyForWrap(protection)
        addDigest(to: &draft, classKey)
        guard old.revision < .max else { throw KeychainError.damaged("an item") }
        let head = ItemHead(
            id: old.id, itemClass: old.itemClass, flags: draft.flags, protection: protection,
            classKey: classKey.number, revision: old.revision + 1)
        let sealed = try seal(head, draft, classKey)
        if sealed.tags.first != tags.first { try removeConflicts(with: sealed, except: number) }
        try table.replace(number, tags: tags, with: sealed)
    }

    /// Re-wraps the key of an item whose class key has been retired with the current one, without opening its secret.
    func rewrap(_ row: ItemRow) throws {
        let classKey = try classKeyForWrap(row.head.protection)
        let old = row.head
        let head = ItemHead(
            id: old.id, itemClass: old.itemClass, flags: old.flags, protection: old.protection,
            classKey: classKey.number, revision: old.revision)
        let (number, tags) = (row.number, row.tagList)
        let sealed = try session.sealer.rewrap(row, head, session.sealer.attributes(of: row), classKey)
        try table.replace(number, tags: tags, with: sealed)
    }

    private func seal(_ head: ItemHead, _ draft: Draft, _ classKey: ClassKey) throws -> SealedItem {
        let control = draft.attributes[.accessControl]?.accessControl
        return try session.sealer.seal(
            head, attributes: draft.attributes, data: draft.data, secretAttributes: draft.secretAttributes,
            classKey: classKey
        ) { associatedData in
            guard let control, control.isConstrained else { return nil }
            return try ItemFactors.make(for: control, associatedData, session.keys, gate, store.passcodeCost)
        }
    }

    /// Computes the digest over everything but the digest attribute itself, whatever its value was.
    private func addDigest(to draft: inout Draft, _ classKey: ClassKey) {
        draft.attributes[.sha1] = nil
        draft.attributes[.sha1] = .data(
            session.sealer.digest(
                draft.attributes, data: draft.data, secretAttributes: draft.secretAttributes, classKey: classKey))
    }

    /// Makes sure that no other row has the primary key of `item`: deletes a tombstone, moves a corrupt row to the quarantine.
    ///
    /// - Throws: `.duplicateItem` for any other row, also if its class key is not available to decrypt it.
    private func removeConflicts(with item: SealedItem, except number: Int64?) throws {
        guard let key = item.tags.first else { return }
        var inTheWay: [(number: Int64, tags: [SearchTag], isCorrupt: Bool)] = []
        try table.rows(with: key) { row in
            guard row.number != number else { return true }
            if row.head.flags.contains(.tombstone) {
                inTheWay.append((row.number, row.tagList, false))
            } else if isCorrupt(row) {
                inTheWay.append((row.number, row.tagList, true))
            } else {
                throw KeychainError.duplicateItem
            }
            return true
        }
        for row in inTheWay {
            if row.isCorrupt {
                try table.quarantine(row.number, tags: row.tags)
            } else {
                try table.delete(row.number, tags: row.tags)
            }
        }
    }

    private func isCorrupt(_ row: ItemRow) -> Bool {
        do {
            _ = try session.sealer.attributes(of: row)
            try session.sealer.checkSecrets(of: row)
            return false
        } catch let error as KeychainError {
            return error.code == .decode
        } catch {
            return false
        }
    }

    // MARK: - Counting wraps

    /// The number of wraps of a class key that a process reserves at a time, so that not every write updates the counter.
    private static let wrapsPerReservation: Int64 = 256

    /// Returns the class key for one more item of a class, and counts the wrap.
    private func classKeyForWrap(_ protection: ProtectionClass) throws -> ClassKey {
        let classKey = try session.keys.currentClassKey(for: protection)
        let hasReserve = store.reservedWraps.withLock { reserved in
            guard let left = reserved[classKey.number], left > 0 else { return false }
            reserved[classKey.number] = left - 1
            return true
        }
        if !hasReserve {
            let before = try KeybagTable.reserveWraps(
                Self.wrapsPerReservation, classKey: classKey.number, in: session.db)
            store.reservedWraps.withLock { $0[classKey.number] = Self.wrapsPerReservation - 1 }
            if before >= Keybag.mostWraps { store.exhaustedClasses.withLock { _ = $0.insert(protection) } }
        }
        return classKey
    }
}
