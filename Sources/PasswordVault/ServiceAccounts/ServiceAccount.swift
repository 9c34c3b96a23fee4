import Foundation
import KeychainServices

/// A service account of a vault: the items that it reads, and the key for which they are sealed. It is a row of the vault.
///
/// Specified in: Docs/service-accounts-format.md, "Row".
public struct ServiceAccount: Codable, Equatable, Sendable {
    /// The maximum number of items.
    public static let mostItems = 256
    /// The maximum lifetime in seconds.
    public static let longestLifetime: UInt64 = 366 * 86_400
    /// The maximum number of bytes in a name.
    static let longestName = 128

    private var version = 1
    /// The id, 16 hexadecimal digits.
    public let id: String
    /// The name that the user has given it.
    public let name: String
    /// The public half of the token's key (X25519).
    package let publicKey: Data
    /// The ids of the items.
    public let items: [UUID]
    /// Seconds since 1970: when it was made.
    public let created: UInt64
    /// Seconds since 1970: when it ends.
    public let expires: UInt64

    /// Makes an account.
    ///
    /// - Throws: `.parameter` for too many items, none, a name that is too long, or a time that is too late.
    public init(
        of token: borrowing ServiceAccountToken, name: String, items: [UUID], created: UInt64, expires: UInt64
    ) throws(KeychainError) {
        try self.init(
            id: token.id, name: name, publicKey: Data(token.publicKey()), items: items, created: created,
            expires: expires)
    }

    package init(
        id: String, name: String, publicKey: Data, items: [UUID], created: UInt64, expires: UInt64
    ) throws(KeychainError) {
        (self.id, self.name, self.publicKey, self.items) = (id, name, publicKey, items)
        (self.created, self.expires) = (created, expires)
        try check()
    }

    private func check() throws(KeychainError) {
        guard ServiceAccountToken.isID(id), publicKey.count == 32, version == 1 else {
            throw .parameter("the service account cannot be read")
        }
        guard (1...Self.mostItems).contains(items.count), Set(items).count == items.count else {
            throw KeychainError(
                .parameter, "a service account has 1 to \(Self.mostItems) items, each once",
                remedy: "name each item once, or make several accounts")
        }
        guard name.utf8.count <= Self.longestName else {
            throw KeychainError(
                .parameter, "the name is longer than \(Self.longestName) bytes", remedy: "choose another")
        }
        guard expires > created, expires - created <= Self.longestLifetime else {
            throw KeychainError(
                .parameter, "a service account ends after 366 days at the latest", remedy: "name an earlier time")
        }
    }

    /// Whether its time is over.
    public func isExpired(at date: Date) -> Bool { date.timeIntervalSince1970 >= Double(expires) }

    /// The data of its row.
    func encoded() throws(KeychainError) -> Data {
        do { return try JSONEncoder().encode(self) } catch { throw .parameter("the service account cannot be stored") }
    }

    init(row data: Data) throws(KeychainError) {
        guard data.count <= 1 << 16, let account = try? JSONDecoder().decode(Self.self, from: data) else {
            throw ItemCoding.damaged
        }
        self = account
        try check()
    }
}
