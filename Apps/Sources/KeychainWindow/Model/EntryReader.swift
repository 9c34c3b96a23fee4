import AgentClient
import Foundation
import KeychainServices

/// Reads the list of a keychain's items.
enum EntryReader {
    private static let classes: [ItemClass] = [.key, .genericPassword, .internetPassword, .certificate]

    /// - Returns: the items in the order of their titles, of those that ask for something first no more than that; and the number of those
    ///   that are not among them: this program is given none that are for secured programs.
    static func read(_ keychain: OwnerKeychain) throws -> (entries: [ListedItem], hidden: Int) {
        var entries: [(key: String, entry: ListedItem)] = []
        var hashes = Set<Data>()
        for itemClass in classes {
            // One item among many that requires a finger is no reason to ask for one, nor to show none of them.
            let items = try keychain.keychain.items(
                matching: Query(itemClass, synchronizable: .any), with: Authentication(interaction: .withhold))
            entries.reserveCapacity(entries.count + items.count)
            for item in items {
                if itemClass == .key, item[.keyClass]?.number == 1, let hash = item[.applicationLabel]?.data {
                    hashes.insert(hash)
                }
                let entry = ListedItem(item, privateKeys: hashes)
                entries.append((entry.title.lowercased() + "\n" + entry.subtitle, entry))
            }
        }
        let counts = (try? keychain.keychain.status())?.counts.values.reduce(0, +)
        entries.sort { $0.key < $1.key }
        return (entries.map(\.entry), max(0, (counts ?? entries.count) - entries.count))
    }
}
