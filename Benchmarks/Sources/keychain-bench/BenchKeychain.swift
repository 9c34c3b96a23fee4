import Foundation
import KeychainServices
import Security

/// A keychain with many items in a directory of its own.
struct BenchKeychain {
    let directory: String
    let keychain: Keychain
    let count: Int
    /// The number of items per second during the last tenth of the additions.
    private(set) var lastRate = 0.0

    /// Returns an item with five attributes and a 24-byte secret, as in the measurements of other programs.
    static func item(_ number: Int) -> NewItem {
        NewItem(
            .genericPassword,
            [
                .service: "com.example.service", .account: .string("account-\(number)"),
                .label: .string("Label \(number)"),
                .comment: "a comment", .itemDescription: "application password",
            ],
            data: Data(
                "secret-of-24-bytes-\(String(number).suffix(5).padding(toLength: 5, withPad: "0", startingAt: 0))".utf8)
        )
    }

    /// Opens an existing keychain.
    init(directory: String, keychain: Keychain, count: Int) {
        self.directory = directory
        self.keychain = keychain
        self.count = count
    }

    /// Makes a keychain and adds `count` items in batches.
    init(count: Int, directory: String, groups: AccessGroups = AccessGroups(["bench"])) throws {
        self.directory = directory
        self.count = count
        keychain = try Keychain(root: KeychainRoot(path: directory), accessGroups: groups)
        var number = 0
        var lastTenth = monotonicNow()
        while number < count {
            let end = min(count, number + max(100, min(10_000, count / 10)))
            try keychain.add(contentsOf: (number..<end).map(Self.item))
            number = end
            if number <= count / 10 * 9 { lastTenth = monotonicNow() }
        }
        lastRate = Double(count) / 10 / (Double(monotonicNow() - lastTenth) / 1e9)
        keychain.close()
    }

    /// Does one lookup by primary key with data through `SecItemCopyMatching`, as a program does it, and returns the
    /// nanoseconds.
    func lookup(_ number: Int) throws -> Int64 {
        let account = "account-\(number)"
        let start = monotonicNow()
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "com.example.service",
            kSecAttrAccount as String: account,
            kSecReturnData as String: true,
        ]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        let time = monotonicNow() - start
        guard status == errSecSuccess, let data = result as? Data, data.count == 24 else {
            throw BenchError("lookup of \(account): status \(status)")
        }
        return time
    }

    /// Does one durable addition and returns the nanoseconds.
    func add(_ number: Int) throws -> Int64 {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "com.example.service",
            kSecAttrAccount as String: "account-\(number)",
            kSecAttrLabel as String: "Label \(number)",
            kSecAttrComment as String: "a comment",
            kSecAttrDescription as String: "application password",
            kSecValueData as String: Data("secret-of-24-bytes-12345".utf8),
        ]
        let start = monotonicNow()
        let status = SecItemAdd(query as CFDictionary, nil)
        guard status == errSecSuccess else { throw BenchError("add: status \(status)") }
        return monotonicNow() - start
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
