import Foundation
import PasswordTools

/// Something that is wrong with an item. It has nothing of a password.
public struct Finding: Hashable, Sendable {
    /// The facts of a finding.
    public enum Fact: Hashable, Sendable {
        /// The rating of a weak password.
        case weak(StrengthEstimate.Rating)
        /// The items that have the same password, this one included.
        case reused([ItemReference])
        /// The number of times that the password is in the list; `nil` if the list has no numbers.
        case leaked(times: Int?)
        /// The date since which the password has been in use.
        case old(since: Date)
        /// The address without encryption.
        case http(address: String)
        /// The name of a break-in, and its day as `2024-05-31`.
        case breached(name: String, day: String)
        /// The site that offers one-time codes.
        case noCode(site: String)
        /// The label of a date, its last valid day as `2026-11-30`, and the days that are left; negative if it has passed.
        case expiry(label: String, day: String, daysLeft: Int)
        /// The items with the same content, this one included.
        case duplicate([ItemReference])
    }

    /// The item.
    public let item: ItemReference
    /// What was found.
    public let fact: Fact
    /// Whether the user has chosen to ignore findings of this kind for the item.
    public let isIgnored: Bool

    /// The kind of the fact.
    public var kind: FindingKind {
        switch fact {
        case .weak: .weak
        case .reused: .reused
        case .leaked: .leaked
        case .old: .old
        case .http: .http
        case .breached: .breached
        case .noCode: .noCode
        case .expiry: .expiry
        case .duplicate: .duplicate
        }
    }

    /// The fact as a clause in English.
    public var reason: String {
        switch fact {
        case .weak(let rating): "the password is \(rating.rawValue)"
        case .reused(let items): "\(items.count) items have the same password"
        case .leaked(let times?): "the password was seen \(times) times in leaked data"
        case .leaked(nil): "the password is in a list of leaked ones"
        case .old(let since): "the password has been in use since \(Day(since).text)"
        case .http(let address): "the address has no encryption: \(address)"
        case .breached(let name, let day): "“\(name)” was broken into on \(day), and the password is older"
        case .noCode(let site): "\(site) offers one-time codes"
        case .expiry(let label, let day, let left) where left < 0: "\(label): expired on \(day)"
        case .expiry(let label, let day, let left): "\(label): expires on \(day), in \(left) days"
        case .duplicate(let items): "\(items.count) items have the same content"
        }
    }
}

/// The place and the name of an item.
public struct ItemReference: Hashable, Sendable {
    /// The name of the vault.
    public let vault: String
    /// The identifier of the item.
    public let id: UUID
    /// The title of the item.
    public let title: String

    /// Makes a reference.
    public init(vault: String, id: UUID, title: String) { (self.vault, self.id, self.title) = (vault, id, title) }
}
