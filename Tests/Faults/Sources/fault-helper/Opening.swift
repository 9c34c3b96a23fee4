import Foundation
import KeychainServices
import Secrets

@testable import KeyManagement

func open(_ root: String) throws(KeychainError) -> Keychain {
    try Keychain(
        root: KeychainRoot(path: root), accessGroups: AccessGroups(["com.example.faults"]), passcodeCost: .cheapForTests
    )
}

func passcode(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

extension Keychain {
    func add(_ account: String, _ secret: String) throws(KeychainError) {
        try add(NewItem(.genericPassword, [.account: .string(account), .service: "faults"], data: Data(secret.utf8)))
    }

    @discardableResult
    func update(_ account: String, _ secret: String) throws(KeychainError) -> Int {
        try update(
            Query(.genericPassword, [.account: .string(account)]), with: Changes(data: .replace(Data(secret.utf8))))
    }

    @discardableResult
    func delete(_ account: String) throws(KeychainError) -> Int {
        try delete(Query(.genericPassword, [.account: .string(account)]))
    }

    func secret(_ account: String) throws(KeychainError) -> String? {
        try items(matching: Query(.genericPassword, [.account: .string(account)]), reading: .data).first?.data
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
