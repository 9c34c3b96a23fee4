import AppTesting
import Crypto
import DataProtection
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

@testable import ChristmasKeeper

/// What the PIN protects, with the keychain unlocked all the time.
@Suite(.serialized) struct PINLockTests {
    private let pin = Data("4711-mince-pies".utf8)
    private let text = "A sledge for Noel"

    private func withList(_ body: (PresentFiles, Keychain) throws -> Void) throws {
        try withTemporaryKeychain { keychain in
            let directory = try TemporaryDirectory(mode: 0o700)
            try body(
                PresentFiles(directory: directory.url.appendingPathComponent("presents"), key: PINLock.set(pin)),
                keychain)
        }
    }

    @Test func rightPINGivesTheKey() throws {
        try withList { files, _ in
            let present = try files.add(PresentContent(text: text, date: Date()))
            guard case .open(let key) = try PINLock.open(pin, at: Date()) else {
                Issue.record("not opened")
                return
            }
            let again = PresentFiles(directory: files.directory, key: key)
            #expect(try again.list().presents == [present])
        }
    }

    @Test func withoutThePINTheFilesDoNotOpenThoughTheKeychainIsUnlocked() throws {
        try withList { files, _ in
            let present = try files.add(PresentContent(text: text, date: Date()))
            let url = files.directory.appendingPathComponent("\(present.id).present")
            // The protected file opens for the program, and is sealed inside.
            let sealed = try ProtectedFile.read(from: url)
            #expect(sealed.range(of: Data(text.utf8)) == nil)
            // Nothing that the keychain gives without the PIN is its key.
            for item in [KeychainItem.verifier, .wrongPINs] {
                guard let data = try item.read() else { continue }
                let guess = PresentFiles(directory: files.directory, key: SymmetricKey(data: SHA256.hash(data: data)))
                #expect(try guess.list().presents.isEmpty && guess.list().unreadable == 1)
            }
            #expect(throws: KeychainFailure(status: errSecInteractionNotAllowed)) {
                try KeychainItem.presentsKey.read()
            }
            #expect(throws: KeychainFailure(status: errSecAuthFailed)) {
                try KeychainItem.presentsKey.read(Data("0000".utf8))
            }
        }
    }

    @Test func keychainHasNoPIN() throws {
        try withList { _, _ in
            let query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecReturnAttributes as String: true,
                kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitAll,
                kSecUseAuthenticationUI as String: kSecUseAuthenticationUISkip,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let items = try #require(result as? [[String: Any]])
            #expect(items.contains { $0[kSecAttrAccount as String] as? String == "hasSavedPIN" })
            for item in items {
                #expect(
                    item[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlockedThisDeviceOnly
                        as String)
                for value in item.values {
                    let bytes = value as? Data ?? Data("\(value)".utf8)
                    #expect(bytes.range(of: pin) == nil)
                }
            }
            let verifier = try #require(try KeychainItem.verifier.read())
            #expect(verifier.starts(with: Data("$argon2id$v=19$m=262144,t=3,".utf8)))
        }
    }

    @Test func wrongPINsAreCountedBeforeTheyAreLookedAt() throws {
        try withList { _, _ in
            let now = Date()
            for count in 1...5 {
                guard case .wrong(let wait) = try PINLock.open(Data("0".utf8), at: now) else {
                    Issue.record("not refused")
                    return
                }
                #expect(wait == (count < 5 ? 0 : 30))
            }
            guard case .tooEarly(30) = try PINLock.open(pin, at: now) else {
                Issue.record("looked at")
                return
            }
            guard case .open = try PINLock.open(pin, at: now.addingTimeInterval(30)) else {
                Issue.record("not opened")
                return
            }
            #expect(try PINLock.wait(at: now) == 0)
        }
    }

    @Test func fileThatTakesAnothersPlaceIsNoticed() throws {
        try withList { files, _ in
            let first = try files.add(PresentContent(text: "one", date: Date()))
            let second = try files.add(PresentContent(text: "two", date: Date()))
            let urls = [first, second].map { files.directory.appendingPathComponent("\($0.id).present") }
            try FileManager.default.removeItem(at: urls[1])
            try FileManager.default.copyItem(at: urls[0], to: urls[1])
            let (presents, unreadable) = try files.list()
            #expect(presents == [first] && unreadable == 1)
        }
    }
}
