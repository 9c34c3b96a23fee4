import Foundation
import KeychainServices

/// The names of a vault's rows in its keychain: generic passwords of a few services.
///
/// Specified in: Docs/vault-format.md, "Rows".
enum VaultRows {
    static let group = "io.github.chatelaine.vault"

    /// The kind of a row, which is the name of its service.
    enum RowKind: String {
        case header, item, page, attachment, account
    }

    static func query(_ kind: RowKind, _ account: String? = nil) -> Query {
        var query = Query(.genericPassword, [.service: .string(kind.rawValue)])
        if let account {
            query.attributes[.account] = .string(account)
            query.limit = .one
        }
        return query
    }

    static func new(_ kind: RowKind, _ account: String, _ data: Data) -> NewItem {
        NewItem(
            .genericPassword,
            [.service: .string(kind.rawValue), .account: .string(account), .accessible: .string("ak")], data: data)
    }

    static let headerAccount = "header"

    static func account(of id: UUID) -> String { id.uuidString.lowercased() }

    static func account(of attachment: UUID, chunk: Int) -> String { "\(account(of: attachment))/\(chunk)" }
}

/// The encoding of an item in its row: the number of its index page (4, big-endian), then the item.
enum ItemRowCoding {
    private static let headSize = 4

    static func encode(_ item: VaultItem, page: UInt32) throws(KeychainError) -> Data {
        let content = try ItemCoding.encode(item)
        var data = Data(capacity: headSize + content.count)
        defer { data.wipe() }
        withUnsafeBytes(of: page.bigEndian) { data.append(contentsOf: $0) }
        data.append(content)
        return data.withUnsafeBytes { Data(wipedWhenFreed: $0) }
    }

    static func decode(_ data: Data, id: UUID) throws(KeychainError) -> (item: VaultItem, page: UInt32) {
        guard data.count > headSize else { throw ItemCoding.damaged }
        let page = data.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
        return (try ItemCoding.decode(data.dropFirst(headSize), id: id), page)
    }
}
