import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// A class key wraps 2^31 times at most; then a new one takes over, and the old one serves what it wrapped.
@Suite struct WornClassKeyTests {
    private func countOfKeys(_ keychain: KeychainUnderTest, _ protection: ProtectionClass) throws -> Int {
        try keychain.values("number", from: "(SELECT number FROM classkey WHERE protection = \(protection.rawValue))")
            .count
    }

    private func wear(_ keychain: KeychainUnderTest) throws {
        // After a restart no share of the old count is left over.
        try keychain.execute("UPDATE classkey SET wraps = \(Keybag.mostWraps)")
        try keychain.restart()
        try keychain.store.reservedWraps.withLock { $0 = [:] }
    }

    @Test(arguments: Transport.allCases, [ProtectionClass.whenUnlocked, .afterFirstUnlock, .always])
    func aNewKeyTakesOver(transport: Transport, protection: ProtectionClass) throws {
        let keychain = try transport.makeKeychain()
        let attributes: Attributes = [.accessible: .string(protection.code)]
        try keychain.add(genericPassword("old", attributes, data: "old"))
        try wear(keychain)
        try keychain.add(genericPassword("last", attributes, data: "last"))
        #expect(try countOfKeys(keychain, protection) == 2)
        try keychain.add(genericPassword("new", attributes, data: "new"))
        let used = try keychain.values("classkey", from: "item")
        #expect(used[0] == used[1] && used[1] != used[2])
        try keychain.restart()
        #expect(try keychain.secrets(Query(.genericPassword)) == ["old", "last", "new"])
        try keychain.setPasscode("1234")
        #expect(try keychain.secrets(Query(.genericPassword)) == ["old", "last", "new"])
    }

    @Test(arguments: Transport.allCases)
    func lockingClosesOldAndNewKeys(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.setPasscode("1234")
        try keychain.add(genericPassword("old", data: "old"))
        try wear(keychain)
        if try keychain.lockState != .unlocked { try keychain.unlock("1234") }
        try keychain.add(genericPassword("last", data: "last"))
        try keychain.add(genericPassword("new", data: "new"))
        try keychain.lock()
        for account in ["old", "last", "new"] {
            #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts([.account: .string(account)]) }
        }
        try keychain.restart()
        try keychain.unlock("1234")
        #expect(try keychain.secrets(Query(.genericPassword)) == ["old", "last", "new"])
    }
}
