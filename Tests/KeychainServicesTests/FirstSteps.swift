import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Testing

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

@Suite struct FirstSteps {
    @Test func roundTripInAFile() throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "me", .service: "mail"], data: Data("hunter2".utf8)))
        let found = try keychain.items(
            matching: Query(.genericPassword, [.account: "me", .service: "mail"]), reading: [.data, .attributes])
        #expect(found.map(\.data) == [Data("hunter2".utf8)])
        #expect(throws: KeychainError(.duplicateItem, "")) {
            try keychain.add(NewItem(.genericPassword, [.account: "me", .service: "mail"]))
        }
        #expect(try keychain.update(Query(.genericPassword, [.account: "me"]), with: Changes([.label: "x"])) == 1)
        #expect(try keychain.items(matching: Query(.genericPassword, [.label: "x"])).count == 1)
        try keychain.setPasscode(secret("1234"))
        #expect(try keychain.lockState() == .unlocked)
        keychain.lock()
        #expect(try keychain.lockState() == .lockedAfterFirstUnlock)
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try keychain.items(matching: Query(.genericPassword, [.label: "x"]))
        }
        try keychain.unlock(passcode: secret("1234"))
        #expect(
            try keychain.items(matching: Query(.genericPassword, [.label: "x"]), reading: .data).map(\.data) == [
                Data("hunter2".utf8)
            ])
        #expect(try keychain.delete(Query(.genericPassword)) == 1)
        #expect(try keychain.items(matching: Query(.genericPassword)).isEmpty)
    }
}
