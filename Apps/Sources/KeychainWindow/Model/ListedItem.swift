import Foundation
import KeychainServices

/// An item as the list has it. Its other attributes are read when it is shown: a list of 100,000 items has only what it shows.
struct ListedItem: Sendable, Equatable {
    let reference: PersistentReference
    let title: String
    let subtitle: String
    /// Whether it is a certificate whose private key is in the keychain.
    let hasPrivateKey: Bool
    /// What the item asks for before anything else of it is shown; `nil` for most items.
    let demand: AccessControl?
    /// What a search looks through, in small letters.
    let words: String

    var isPassword: Bool { [ItemClass.genericPassword, .internetPassword].contains(reference.itemClass) }

    /// - Parameter hashes: of the private keys in the keychain.
    init(_ item: Item, privateKeys hashes: Set<Data>) {
        reference = item.persistentReference
        demand = item.isWithheld ? item[.accessControl]?.accessControl : nil
        let names = Names(item)
        (title, subtitle) = (names.title, item.isWithheld ? item.shown(.accessGroup) : names.subtitle)
        hasPrivateKey = item.itemClass == .certificate && item[.publicKeyHash]?.data.map(hashes.contains) ?? false
        words = [title, subtitle, item.shown(.accessGroup), item.shown(.comment)].joined(separator: "\n").lowercased()
    }

    /// Whether it has all of some words, which are in small letters.
    func matches(_ wanted: [String]) -> Bool { wanted.allSatisfy { words.contains($0) } }
}

/// What an item is called.
struct Names {
    let title: String
    let subtitle: String

    init(_ item: Item) {
        let label = item.shown(.label)
        switch item.itemClass {
        case .internetPassword: self.init(label, .server, [.account, .server], of: item)
        case .certificate: self.init(label, .serialNumber, [], of: item)
        // Of a key without a name, its application label tells it from others.
        case .key:
            let other: AttributeKey = item.shown(.applicationTag).isEmpty ? .applicationLabel : .applicationTag
            self.init(label, other, [.applicationTag], of: item)
        default: self.init(label, .service, [.account, .service], of: item)
        }
    }

    /// - Parameters:
    ///   - other: the title without a label.
    ///   - rest: what is in the subtitle, unless it is the title.
    private init(_ label: String, _ other: AttributeKey, _ rest: [AttributeKey], of item: Item) {
        let title = label.isEmpty ? item.shown(other) : label
        self.title = title
        subtitle = rest.map { item.shown($0) }.filter { !$0.isEmpty && $0 != title }.joined(separator: ", ")
    }
}

extension Item {
    /// The value of an attribute as text in one line; empty without one.
    func shown(_ key: AttributeKey) -> String { self[key].map { AttributeText.text($0, of: key) } ?? "" }
}
