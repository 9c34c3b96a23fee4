import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Synchronization

/// A vault: items under one master password, stored in a keychain of its own that this process has open.
///
/// All calls block. Every change is durable when its call returns. A vault can be used from any thread, and from several processes at once.
/// Members that read or change items require an unlocked vault and throw `.interactionNotAllowed` otherwise.
public final class Vault: Sendable {
    /// The name of the vault, which is a part of its file name.
    public let name: String
    let keychain: LocalKeychain
    /// The directory of the user's vaults.
    let directory: VaultDirectory
    /// The index; `nil` until it is needed, and while the vault is locked.
    private let index = Mutex<VaultIndex?>(nil)
    /// Whether the next change removes old items from the trash.
    private let isTrashDue = Atomic<Bool>(false)

    init(name: String, keychain: LocalKeychain, directory: VaultDirectory) {
        self.name = name
        self.keychain = keychain
        self.directory = directory
    }

    /// The cost of the key derivation for a new master password.
    var passwordCost: PasscodeHash.Cost { directory.passwordCost }
    var now: Date { directory.clock() }

    // MARK: - Lock

    /// Whether the vault is unlocked, so that items can be read.
    public func isUnlocked() throws(KeychainError) -> Bool {
        switch try keychain.lockState() {
        case .unlocked: true
        default: false
        }
    }

    /// Unlocks the vault for this process until ``lock()``.
    ///
    /// - Throws: `.authenticationFailed` if it is not the master password; `.interactionNotAllowed` if the vault was locked meanwhile.
    public func unlock(_ password: borrowing SecretBytes) throws(KeychainError) { try unlock(password, since: nil) }

    /// The state of locking, for ``unlock(_:since:)`` and ``unlock(openingKey:since:)``.
    package var lockEpoch: LockEpoch { keychain.lockEpoch }

    /// Unlocks the vault, unless it was locked since `epoch`; since now, if that is nil.
    package func unlock(_ password: borrowing SecretBytes, since epoch: LockEpoch?) throws(KeychainError) {
        let epoch = epoch ?? lockEpoch
        do throws(KeychainError) {
            _ = try keychain.unlock(proving: password, since: epoch) { _, _ in }
        } catch  where error.code == .authenticationFailed {
            throw wrongPassword
        }
        do throws(KeychainError) {
            try raiseCostOfPassword(password, since: epoch)
            try noteTrashDay()
        } catch  where error.code == .readOnly {
            // A vault that cannot be written can be read.
        }
        try? updateAllCopies()
        // The next unlock tries it again.
        try? directory.removeExpiredCopies()
    }

    /// Returns the key that opens the vault in place of its master password (``unlock(openingKey:)``), until the password is changed; `nil`
    /// while the vault is locked.
    package func copyOfOpeningKey() throws(KeychainError) -> SecretBytes? { try keychain.copyOfPasscodeKey() }

    /// Unlocks the vault as ``unlock(_:)`` does, with a key from ``copyOfOpeningKey()``.
    ///
    /// - Throws: `.authenticationFailed` if the master password has been changed since; `.interactionNotAllowed` if the vault was locked
    ///   since `epoch`.
    package func unlock(openingKey: borrowing SecretBytes, since epoch: LockEpoch? = nil) throws(KeychainError) {
        try keychain.unlock(passcodeKey: openingKey, since: epoch)
        try noteTrashDay()
        try? updateAllCopies()
    }

    /// Evicts the keys and the index from memory.
    public func lock() {
        keychain.lock()
        index.withLock { $0 = nil }
    }

    /// Closes the file until the next use.
    public func close() {
        index.withLock { $0 = nil }
        keychain.close()
    }

    // MARK: - Reading

    /// Returns the items that pass the filter, in the order of their titles.
    public func overviews(_ filter: VaultFilter = VaultFilter(), limit: Int = .max) throws(KeychainError) -> [Overview]
    {
        try currentIndex().overviews(filter, limit: limit)
    }

    /// Returns the items that have all words of a text in their titles, usernames, websites and tags, ignoring case and accents. Items
    /// whose title begins with the first word come first.
    public func search(
        _ text: String, _ filter: VaultFilter = VaultFilter(), limit: Int = .max
    ) throws(KeychainError) -> [Overview] {
        try currentIndex().search(text, filter, limit: limit)
    }

    /// Searches as ``search(_:_:limit:)`` does and returns the result as bytes (``OverviewCoding``) in parts of about `partSize`. With a
    /// site, only items that may belong to it are returned.
    package func encodedSearch(
        _ text: String, _ filter: VaultFilter, site: WebsiteHint?, limit: Int, partSize: Int
    ) throws(KeychainError) -> [Data] {
        try currentIndex().encodedSearch(text, filter, site: site, limit: limit, partSize: partSize)
    }

    /// Returns the items that pass the filter and may belong to a site, in the order of their titles. It includes all items that belong to
    /// the site, and a few others.
    public func candidates(_ filter: VaultFilter, for site: WebsiteHint) throws(KeychainError) -> [Overview] {
        try currentIndex().search("", filter, site: site, limit: .max)
    }

    /// Returns the number of items, including the archive and the trash.
    public func count() throws(KeychainError) -> Int { try currentIndex().count }

    /// Whether the lists have all items that the file has. If not, a page of the index is damaged: the items on it are still in the file, and
    /// `chatelaine doctor --repair` brings them back.
    public func isComplete() throws(KeychainError) -> Bool { try currentIndex().isComplete }

    /// Returns all tags in use, sorted.
    public func tags() throws(KeychainError) -> [String] {
        Set(try currentIndex().entries.flatMap(\.overview.tags)).sorted()
    }

    /// Returns an item with all its values.
    ///
    /// - Throws: `.itemNotFound`; `.decode` if it is damaged.
    public func item(_ id: UUID) throws(KeychainError) -> VaultItem {
        defer { wipeStack() }
        let found = try keychain.items(
            matching: VaultRows.query(.item, VaultRows.account(of: id)), reading: .data, with: Authentication())
        guard let data = found.first?.data else {
            throw try currentIndex().entries.contains { $0.id == id } ? ItemCoding.damaged : .noSuchVaultItem
        }
        return try ItemRowCoding.decode(data, id: id).item
    }

    /// Returns the current index of the file.
    func currentIndex() throws(KeychainError) -> VaultIndex {
        let generation = try header().generation
        if let known = index.withLock({ $0 }), known.generation == generation { return known }
        let read = try readIndex()
        index.withLock { $0 = read }
        return read
    }

    private func readIndex() throws(KeychainError) -> VaultIndex {
        while true {
            let before = try header()
            let rows = try keychain.items(
                matching: VaultRows.query(.page), reading: [.attributes, .data], with: Authentication())
            var pages: [IndexPage] = []
            pages.reserveCapacity(rows.count)
            for row in rows {
                guard let account = row.attributes[.account]?.string, let number = UInt32(account, radix: 16),
                    let data = row.data
                else { throw ItemCoding.damaged }
                pages.append(try IndexPage(number: number, bytes: data))
            }
            // Header and pages are read separately; another program may have written in between.
            if try header().generation == before.generation {
                return VaultIndex(pages, generation: before.generation, pageCount: before.pageCount)
            }
        }
    }

    private func header() throws(KeychainError) -> StoredHeader {
        let rows = try keychain.items(
            matching: VaultRows.query(.header, VaultRows.headerAccount), reading: .data, with: Authentication())
        guard rows.isEmpty, try hasItems() else { return try StoredHeader(row: rows.first) }
        // A vault whose creation was interrupted has no page either.
        throw KeychainError(
            .decode, "the header of the vault “\(name)” is damaged",
            remedy: "bring back what is in the vault with: chatelaine doctor --unlock --repair --vault \(name)")
    }

    // MARK: - Trash

    /// Notes that the vault was unlocked now, if that counts for items whose time in the trash is over.
    private func noteTrashDay() throws(KeychainError) {
        let moment = directory.moment()
        let isOver = try currentIndex().entries.contains { $0.trashed.map(moment.isEndOfTrash(since:)) ?? false }
        let known = try header()
        let days = known.trashDays.noting(moment, generation: known.generation, isOver: isOver)
        // The unlock succeeds even if the note cannot be stored.
        if days != known.trashDays { try? transaction { $0.noteTrashDay(moment, isOver: isOver) } }
        isTrashDue.store(isOver && days.areEnough, ordering: .relaxed)
    }

    // MARK: - Changing

    /// Runs `body` as a transaction, and removes old items from the trash after it if unlocks have shown that their time is over.
    func change<Result>(
        erases: Bool = false, _ body: (inout VaultTransaction) throws -> Result
    ) throws(KeychainError) -> Result {
        let result = try transaction(erases: erases, body)
        if isTrashDue.exchange(false, ordering: .relaxed) {
            // The change succeeds even if the old items stay.
            _ = try? removeTrash { item, transaction in transaction.isTrashOver(for: item) }
        }
        return result
    }

    /// Runs `body` as a transaction, exclusively among all writers: either all of its changes are stored, or none.
    private func transaction<Result>(
        erases: Bool = false, _ body: (inout VaultTransaction) throws -> Result
    ) throws(KeychainError) -> Result {
        defer { wipeStack() }
        let (result, done) = try keychain.transaction(erases: erases) { rows in
            var transaction = try VaultTransaction(rows, now: now)
            let result = try body(&transaction)
            try transaction.finish()
            return (result, transaction)
        }
        index.withLock { index in
            // The index is updated only if no other writer wrote in between; otherwise it is read again when it is needed. (A copy of the
            // index here would force a copy of its list of pages below.)
            guard let known = index?.generation, known &+ 1 == done.generation else { return }
            for page in done.pages.values { index?.put(page) }
            index?.generation = done.generation
            index?.pageCount = done.pageCount
        }
        // The change is stored. Copies that cannot be written now are with the next change or unlock.
        if !done.touched.isEmpty { try? updateCopies(done.touched) }
        return result
    }

    /// Whether the vault has items.
    func hasItems() throws(KeychainError) -> Bool {
        var query = VaultRows.query(.page)
        query.limit = .one
        return try !keychain.items(matching: query, reading: .attributes, with: Authentication()).isEmpty
    }

    /// The error of a vault without a master password: an earlier release was interrupted while it made the vault, or recovered it.
    func unfinished() throws(KeychainError) -> KeychainError {
        let (work, command) =
            try hasItems()
            ? ("recovery", "recovery use --vault \(name)") : ("creation", "create \(name)")
        return KeychainError(
            .notAvailable, "the \(work) of the vault “\(name)” was interrupted",
            remedy: "repeat it: chatelaine vault \(command)")
    }

    /// Adds the header row of a new vault.
    func makeHeader() throws(KeychainError) {
        try keychain.transaction { rows in
            guard try rows.items(matching: VaultRows.query(.header)).isEmpty else { return }
            var header = StoredHeader()
            header.created = now.microseconds
            try rows.add(VaultRows.new(.header, VaultRows.headerAccount, header.serializedBytes()))
        }
    }
}
