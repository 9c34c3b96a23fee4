import Foundation
import KeychainServices
import Secrets

/// The file of a service account: sealed copies of its items, which its token opens without the vault.
///
/// Specified in: Docs/service-accounts-format.md, "File".
struct SealedCopies: Codable {
    /// The maximum size of a file in bytes.
    static let largestFile = 128 << 20

    /// A sealed copy of an item.
    struct Copy: Codable {
        let item: UUID
        /// The item's `changed` in microseconds, by which a vault sees whether the copy is of its latest version.
        let changed: Int64
        let sealed: Data
    }

    private(set) var version = 1
    let id: String
    var vault: String
    let name: String
    let created: UInt64
    let expires: UInt64
    let items: Int
    /// The sealed ``Header``.
    private(set) var header: Data
    /// The name of the vault that the header has: another one than ``vault`` after the vault was renamed.
    private(set) var headerVault: String
    var copies: [Copy]

    /// The part of the account that only its token shows: the other members could have been changed by a process that can write the file.
    struct Header: Codable, Equatable {
        var type = "chatelaine service account"
        let id: String
        let vault: String
        let name: String
        let expires: UInt64
    }

    /// Makes a file without copies.
    init(_ account: ServiceAccount, vault: String) throws(KeychainError) {
        (id, name, self.vault) = (account.id, account.name, vault)
        (created, expires, items) = (account.created, account.expires, account.items.count)
        (header, headerVault, copies) = (Data(), "", [])
        try setHeader(account, vault: vault)
    }

    /// Seals the header.
    mutating func setHeader(_ account: ServiceAccount, vault: String) throws(KeychainError) {
        let new = Header(id: account.id, vault: vault, name: account.name, expires: account.expires)
        guard let bytes = try? JSONEncoder().encode(new),
            let box = bytes.withUnsafeBytes({ SealedBox.seal($0, for: Array(account.publicKey)) })
        else { throw Self.notSealed }
        (self.vault, headerVault, header) = (vault, vault, Data(box))
    }

    /// Puts the latest version of an item in, or takes the item out.
    ///
    /// - Parameter item: `nil`, or one in the trash, to take it out.
    /// - Returns: whether something changed.
    mutating func update(_ id: UUID, to item: VaultItem?, of account: ServiceAccount) throws(KeychainError) -> Bool {
        let index = copies.firstIndex { $0.item == id }
        guard let item, item.trashed == nil, account.items.contains(id) else {
            if let index { copies.remove(at: index) }
            return index != nil
        }
        // A writer that comes late does not put an earlier version in the place of a later one.
        if let index, copies[index].changed >= item.changed.microseconds { return false }
        let copy = Copy(item: id, changed: item.changed.microseconds, sealed: try Self.seal(item, for: account))
        if let index { copies[index] = copy } else { copies.append(copy) }
        return true
    }

    // MARK: - Sealing

    private static let copyMark = Array("chatelaine copy 1\n".utf8)

    /// The head of a copy, which says what it is a copy of: a box has no associated data.
    private static func head(_ account: String, _ item: UUID) -> [UInt8] {
        copyMark + Array(account.utf8) + withUnsafeBytes(of: item.uuid) { Array($0) }
    }

    private static func seal(_ item: VaultItem, for account: ServiceAccount) throws(KeychainError) -> Data {
        let head = head(account.id, item.id)
        let content = try ItemCoding.encode(item.copyForServiceAccount())
        let plain = SecretBytes(count: head.count + content.count) { buffer in
            buffer.copyBytes(from: head)
            UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyBytes(from: content)
        }
        guard let box = plain.withUnsafeBytes({ SealedBox.seal($0, for: Array(account.publicKey)) }) else {
            throw notSealed
        }
        return Data(box)
    }

    /// Opens a copy.
    ///
    /// - Throws: `.decode` if it was sealed for another token, of another item, or changed.
    func open(_ copy: Copy, _ token: borrowing ServiceAccountToken) throws(KeychainError) -> VaultItem {
        let head = Self.head(token.id, copy.item)
        guard let plain = token.open(Array(copy.sealed)) else { throw Self.damaged }
        let content = plain.withUnsafeBytes { bytes -> Data? in
            guard bytes.count > head.count, bytes.starts(with: head) else { return nil }
            return Data(wipedWhenFreed: UnsafeRawBufferPointer(rebasing: bytes[head.count...]))
        }
        guard let content else { throw Self.damaged }
        return try ItemCoding.decode(content, id: copy.item)
    }

    /// Opens the header; `nil` if it was sealed for another token.
    func openHeader(_ token: borrowing ServiceAccountToken) -> Header? {
        guard let plain = token.open(Array(header)) else { return nil }
        let found = plain.withUnsafeBytes { try? JSONDecoder().decode(Header.self, from: Data($0)) }
        guard let found, found.id == token.id, found.type == "chatelaine service account" else { return nil }
        return found
    }

    private static let notSealed = KeychainError(.notAvailable, "the items cannot be sealed for the service account")

    static let damaged = KeychainError(
        .decode, "the sealed copies of the service account are damaged",
        remedy: "unlock the vault, which makes them again; or make a new account")
}

extension VaultItem {
    /// Returns what a service account gets of the item: no history, no attachments, no passkey, nothing that only a later release knows.
    fileprivate func copyForServiceAccount() -> VaultItem {
        var copy = self
        (copy.history, copy.attachments, copy.unknown) = ([], [], .init())
        copy.fields = fields.filter(\.kind.isCopied)
        for index in copy.sections.indices {
            copy.sections[index].fields = sections[index].fields.filter(\.kind.isCopied)
        }
        return copy
    }
}

extension FieldKind {
    fileprivate var isCopied: Bool {
        switch self {
        case .passkey, .unknown: false
        case .text, .concealed, .email, .url, .date, .monthYear, .oneTimeCode, .telephone, .address, .menu: true
        }
    }
}
