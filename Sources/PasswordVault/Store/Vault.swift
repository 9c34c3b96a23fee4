import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Synchronization

/// Items under one master password: a keychain of its own, which this process has open.
///
/// All calls block; every change is durable when the call that made it returns. Safe to use from any thread, and from several processes
/// at once. Everything but ``name`` and ``isUnlocked()`` needs the vault to be unlocked and throws `.interactionNotAllowed` if it is not.
public final class Vault: Sendable {
    /// Of the file, as people call the vault.
    public let name: String
    let keychain: LocalKeychain
    /// Where the user's other vaults are.
    let directory: VaultDirectory
    /// Nil until it is needed, and while the vault is locked.
    private let index = Mutex<VaultIndex?>(nil)

    init(name: String, keychain: LocalKeychain, directory: VaultDirectory) {
        self.name = name
        self.keychain = keychain
        self.directory = directory
    }

    /// What a new master password costs.
    var passwordCost: PasscodeHash.Cost { directory.passwordCost }
    var now: Date { directory.clock() }

    // MARK: - Lock

    /// Whether items can be read.
    public func isUnlocked() throws(KeychainError) -> Bool {
        switch try keychain.lockState() {
        case .unlocked: true
        default: false
        }
    }

    /// Opens the vault for this process, until ``lock()``. What has been in the trash for ``trashDays`` days is removed.
    ///
    /// - Throws: `.authenticationFailed` if it is not the master password.
    public func unlock(_ password: borrowing SecretBytes) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.unlock(passcode: password) { _, _ in }
        } catch  where error.code == .authenticationFailed {
            throw wrongPassword
        }
        try raiseCostOfPassword(password)
        try emptyOldTrash()
        // The next unlock tries it again.
        try? directory.removeExpiredCopies()
    }

    /// What opens the vault as its master password does (``unlock(openingKey:)``), until that becomes another one; nil while it is
    /// locked.
    package func copyOfOpeningKey() throws(KeychainError) -> SecretBytes? { try keychain.copyOfPasscodeKey() }

    /// Opens the vault as ``unlock(_:)`` does.
    ///
    /// - Throws: `.authenticationFailed` if there is another master password by now.
    package func unlock(openingKey: borrowing SecretBytes) throws(KeychainError) {
        try keychain.unlock(passcodeKey: openingKey)
        try emptyOldTrash()
    }

    /// Lets go of the keys and of everything that was read.
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

    /// The items that pass, in the order of their titles.
    public func overviews(_ filter: VaultFilter = VaultFilter(), limit: Int = .max) throws(KeychainError) -> [Overview]
    {
        try currentIndex().overviews(filter, limit: limit)
    }

    /// The items that have all words of a text in titles, usernames, websites and tags, without regard to case and accents; the best
    /// first: those whose title begins with the first word.
    public func search(
        _ text: String, _ filter: VaultFilter = VaultFilter(), limit: Int = .max
    ) throws(KeychainError) -> [Overview] {
        try currentIndex().search(text, filter, limit: limit)
    }

    /// As ``search(_:_:limit:)``, as bytes (``OverviewCoding``) in parts of about `partSize`; with a site only what may be of it.
    package func encodedSearch(
        _ text: String, _ filter: VaultFilter, site: WebsiteHint?, limit: Int, partSize: Int
    ) throws(KeychainError) -> [Data] {
        try currentIndex().encodedSearch(text, filter, site: site, limit: limit, partSize: partSize)
    }

    /// The items that pass and may be of a site, in the order of their titles: all that are, and few others.
    public func candidates(_ filter: VaultFilter, for site: WebsiteHint) throws(KeychainError) -> [Overview] {
        try currentIndex().search("", filter, site: site, limit: .max)
    }

    /// How many items there are, in the archive and the trash as well.
    public func count() throws(KeychainError) -> Int { try currentIndex().count }

    /// All tags in use, in order.
    public func tags() throws(KeychainError) -> [String] {
        Set(try currentIndex().entries.flatMap(\.overview.tags)).sorted()
    }

    /// An item with everything in it.
    ///
    /// - Throws: `.itemNotFound`; `.decode` if it is damaged.
    public func item(_ id: UUID) throws(KeychainError) -> VaultItem {
        defer { wipeStack() }
        let found = try keychain.items(
            matching: VaultRows.query(.item, VaultRows.account(of: id)), reading: .data, with: Authentication())
        guard let data = found.first?.data else { throw .noSuchVaultItem }
        return try ItemRowCoding.decode(data, id: id).item
    }

    /// The index as the file has it now.
    func currentIndex() throws(KeychainError) -> VaultIndex {
        let generation = try generation()
        if let known = index.withLock({ $0 }), known.generation == generation { return known }
        let read = try readIndex()
        index.withLock { $0 = read }
        return read
    }

    private func readIndex() throws(KeychainError) -> VaultIndex {
        while true {
            let before = try generation()
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
            // Header and pages are read one after the other; another program may have written in between.
            if try generation() == before { return VaultIndex(pages, generation: before) }
        }
    }

    private func generation() throws(KeychainError) -> UInt64 {
        let rows = try keychain.items(
            matching: VaultRows.query(.header, VaultRows.headerAccount), reading: .data, with: Authentication())
        return try StoredHeader(row: rows.first).generation
    }

    // MARK: - Changing

    /// Runs `body` alone among all writers; all that it does happens, or nothing.
    func change<Result>(
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
            // Only if nobody else wrote in between; else it is read anew when it is needed.
            // (A copy of the index here would have all of its list of pages copied below.)
            guard let known = index?.generation, known &+ 1 == done.generation else { return }
            for page in done.pages.values { index?.put(page) }
            index?.generation = done.generation
        }
        return result
    }

    /// Makes what a new vault has.
    func makeHeader() throws(KeychainError) {
        try keychain.transaction { rows in
            guard try rows.items(matching: VaultRows.query(.header)).isEmpty else { return }
            var header = StoredHeader()
            header.created = now.microseconds
            try rows.add(VaultRows.new(.header, VaultRows.headerAccount, header.serializedBytes()))
        }
    }
}
