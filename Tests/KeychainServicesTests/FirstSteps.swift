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
        try keychain.lock()
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

@Suite struct ComputedAttributes {
    /// What the keychain computes is not a program's to set: a live item would vanish, with its secret kept.
    @Test func anUpdateMakesNoTombstone() throws {
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["tests"]))
        let query = Query(.genericPassword, [.account: "a"])
        try keychain.add(NewItem(.genericPassword, [.account: "a"], data: Data("secret".utf8)))
        #expect(try keychain.update(query, with: Changes([.tombstone: 1])) == 1)
        #expect(try keychain.items(matching: query, reading: .data).map(\.data) == [Data("secret".utf8)])
    }

    @Test func aDigestIsComputedWhateverTheProgramSays() throws {
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["tests"]))
        let zeros = AttributeValue.data(Data(count: 20))
        let added = try keychain.add(NewItem(.genericPassword, [.account: "a", .sha1: zeros]))
        #expect(added[.sha1] != zeros)
        try keychain.update(Query(.genericPassword), with: Changes([.sha1: zeros]))
        #expect(try keychain.items(matching: Query(.genericPassword)).first?[.sha1] != zeros)
    }
}
