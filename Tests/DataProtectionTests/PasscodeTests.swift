import Foundation
import KeyManagement
import KeychainServices
import TestSupport
import Testing

@testable import DataProtection

/// No change of the passcode loses a file.
@Suite struct PasscodeTests {
    private func expectAll(_ keys: KeysUnderTest, _ content: String) throws {
        for fileClass in FileProtectionClass.allCases {
            #expect(try keys.read(fileClass.name) == Data(content.utf8), "\(fileClass)")
        }
    }

    private func writeAll(_ keys: KeysUnderTest, _ content: String) throws {
        for fileClass in FileProtectionClass.allCases {
            try keys.write(Data(content.utf8), fileClass, fileClass.name)
        }
    }

    @Test(arguments: Transport.allCases) func filesOutliveEveryPasscode(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.keychain.add(NewItem(.genericPassword, [.account: "item"], data: Data("item".utf8)))
        try writeAll(keys, "without")
        try keys.keychain.setPasscode(secret("one"))
        try expectAll(keys, "without")
        try keys.keychain.changePasscode(from: secret("one"), to: secret("two"))
        try expectAll(keys, "without")
        try keys.keychain.changePasscode(from: secret("two"), to: secret("three"), compromised: true)
        try expectAll(keys, "without")
        try keys.restart()
        #expect(throws: ProtectedFileError.self) { try keys.read("complete") }
        try keys.keychain.unlock(passcode: secret("three"))
        try expectAll(keys, "without")
        #expect(try !keys.keychain.status().isRewrapPending)
        try writeAll(keys, "three")
        try keys.keychain.changePasscode(from: secret("three"), to: secret("four"), compromised: true)
        try expectAll(keys, "three")
        try keys.keychain.removePasscode(secret("four"))
        try expectAll(keys, "three")
        try keys.restart()
        try expectAll(keys, "three")
    }

    /// With the passcode come the keys, so that the first file can be written while it is locked.
    @Test(arguments: Transport.allCases) func theFirstFileCanBeWrittenWhileLocked(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.reach(.beforeFirstUnlock)
        try keys.write(Data("first".utf8), .completeUnlessOpen)
        #expect(throws: ProtectedFileError.self) { try keys.read() }
        try keys.unlock()
        #expect(try keys.read() == Data("first".utf8))
    }

    @Test func theRecoveryKeyOpensFilesToo() throws {
        let keys = try KeysUnderTest()
        try writeAll(keys, "content")
        try keys.reach(.unlocked)
        let recoveryKey = try keys.keychain.makeRecoveryKey()
        try keys.restart()
        // Without the device key, as on another device.
        let device = keys.directory("home") + "/device.key"
        try FileManager.default.removeItem(atPath: device)
        let moved = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: keys.directory("home"), toPath: moved("home"))
        try KeychainRecovery.recover(KeychainRoot(path: moved("home")), recoveryKey: recoveryKey)
        for fileClass in FileProtectionClass.allCases {
            try FileManager.default.copyItem(atPath: keys.directory(fileClass.name), toPath: moved(fileClass.name))
        }
        try expectAll(KeysUnderTest(in: moved), "content")
    }
}
