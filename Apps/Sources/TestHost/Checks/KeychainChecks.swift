import Foundation
import Security

extension Check {
    /// The checks that the program has an access group of its own, and no other.
    static let identity = [
        Check("items belong to the access group of this program") {
            let item = Item()
            try item.add()
            defer { item.remove() }
            let group = try item.attributes()[kSecAttrAccessGroup as String] as? String
            try expect(group?.contains("TestHost") == true, "they belong to “\(group ?? "")”")
            return group
        },
        Check("items of another program's access group are refused") {
            let group = "io.github.chatelaine.SomebodyElse"
            let item = Item([kSecAttrAccessGroup as String: group])
            defer { item.remove() }
            for (what, status) in [("added", SecItemAdd(item.new as CFDictionary, nil)), ("found", item.status)] {
                try expect(status == errSecMissingEntitlement, "one is \(what): \(Self.words(for: status))")
            }
            return nil
        },
    ]

    /// The checks that an item can be stored.
    static let keychain = [
        Check("an item is added, found, updated and deleted") {
            let item = Item()
            try item.add()
            defer { item.remove() }
            try expect(SecItemAdd(item.new as CFDictionary, nil) == errSecDuplicateItem, "it is added twice")
            try expect(item.secret() == Item.first, "another secret is found than was added")
            let change = [kSecValueData as String: Item.second]
            try Self.expect(SecItemUpdate(item.query as CFDictionary, change as CFDictionary), "update")
            try expect(item.secret() == Item.second, "another secret is found than it was changed to")
            try Self.expect(SecItemDelete(item.query as CFDictionary), "deletion")
            try expect(item.status == errSecItemNotFound, "it is found after it was deleted")
            return nil
        }
    ]

    /// An item of this run.
    private struct Item {
        static let first = Data("first".utf8)
        static let second = Data("second".utf8)

        /// The query that finds the item.
        let query: [String: Any]
        /// The attributes of the new item.
        var new: [String: Any] { query.merging([kSecValueData as String: Self.first]) { $1 } }

        init(_ more: [String: Any] = [:]) {
            let own: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "TestHost",
                kSecAttrAccount as String: UUID().uuidString,
            ]
            query = own.merging(more) { $1 }
        }

        func add() throws { try Check.expect(SecItemAdd(new as CFDictionary, nil), "addition") }

        /// Removes the item at the end of a check, also of a failed one.
        func remove() { _ = SecItemDelete(query as CFDictionary) }

        /// The status of a search for the item.
        var status: OSStatus { SecItemCopyMatching(query as CFDictionary, nil) }

        func secret() throws -> Data? { try copy(kSecReturnData) as? Data }

        func attributes() throws -> [String: Any] { try copy(kSecReturnAttributes) as? [String: Any] ?? [:] }

        private func copy(_ what: CFString) throws -> CFTypeRef? {
            var result: CFTypeRef?
            let wanted = query.merging([what as String: true]) { $1 }
            try Check.expect(SecItemCopyMatching(wanted as CFDictionary, &result), "search")
            return result
        }
    }

    private static func expect(_ status: OSStatus, _ what: String) throws {
        try expect(status == errSecSuccess, "\(what): \(words(for: status))")
    }

    private static func words(for status: OSStatus) -> String {
        "\(SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "") (\(status))"
    }
}
