import Foundation
import KeychainServices
import Security
import Testing

@testable import SecurityBackend

/// Several keychains, by the functions of macOS.
@Suite(.timeLimit(.minutes(60))) struct KeychainFileTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func create(_ path: String, _ password: String = "sesame") throws -> SecKeychain {
        var keychain: SecKeychain?
        try #require(SecKeychainCreate(path, UInt32(password.utf8.count), password, false, nil, &keychain) == 0)
        return try #require(keychain)
    }

    private func open(_ path: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        try #require(SecKeychainOpen(path, &keychain) == 0)
        return try #require(keychain)
    }

    private func unlock(_ keychain: SecKeychain?, _ password: String) -> OSStatus {
        SecKeychainUnlock(keychain, UInt32(password.utf8.count), password, true)
    }

    private func state(_ keychain: SecKeychain?) -> SecKeychainStatus? {
        var state: SecKeychainStatus = 0
        return SecKeychainGetStatus(keychain, &state) == errSecSuccess ? state : nil
    }

    private func path(_ keychain: SecKeychain?) throws -> String {
        var length: UInt32 = 0
        var none: CChar = 0
        #expect(SecKeychainGetPath(keychain, &length, &none) == errSecBufferTooSmall)
        var buffer = [CChar](repeating: 1, count: Int(length))
        try #require(SecKeychainGetPath(keychain, &length, &buffer) == errSecSuccess)
        #expect(Int(length) == buffer.count - 1)
        return String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func searchList() throws -> [SecKeychain] {
        var list: CFArray?
        try #require(SecKeychainCopySearchList(&list) == errSecSuccess)
        return try #require(list as? [SecKeychain])
    }

    // MARK: - Files

    @Test func aKeychainOfABuildGoesThroughItsLife() throws {
        try home.run {
            // Each step may be a process of its own: nothing is kept but the name.
            _ = try create("build.keychain")
            #expect(FileManager.default.fileExists(atPath: home("Library/Keychains/build.keychain-db")))
            #expect(try state(open("build.keychain")) == 7)
            #expect(try SecKeychainLock(open("build.keychain")) == errSecSuccess)
            #expect(try state(open("build.keychain")) == 6)
            #expect(try unlock(open("build.keychain"), "wrong") == errSecAuthFailed)
            #expect(try unlock(open("build.keychain"), "sesame") == errSecSuccess)
            var settings = SecKeychainSettings(
                version: UInt32(SEC_KEYCHAIN_SETTINGS_VERS1), lockOnSleep: true, useLockInterval: true,
                lockInterval: 21_600)
            #expect(try SecKeychainSetSettings(open("build.keychain"), &settings) == errSecSuccess)
            var found = SecKeychainSettings()
            #expect(try SecKeychainCopySettings(open("build.keychain"), &found) == errSecSuccess)
            #expect(found.lockInterval == 21_600 && found.useLockInterval.boolValue && found.lockOnSleep.boolValue)
            #expect(try SecKeychainSetSearchList([open("build.keychain"), open("login.keychain")] as CFArray) == 0)
            #expect(try SecKeychainSetDefault(open("build.keychain")) == errSecSuccess)
            #expect(try path(nil) == home("Library/Keychains/build.keychain-db"))
            #expect(Items.add([kSecUseKeychain: try open("build.keychain")]) == errSecSuccess)
            #expect(try SecKeychainDelete(open("build.keychain")) == errSecSuccess)
            #expect(try searchList() == [open("login.keychain-db")])
            #expect(try path(nil) == home("Library/Keychains/login.keychain-db"))
            #expect(try SecKeychainLock(open("build.keychain")) == errSecNoSuchKeychain)
            #expect(try SecKeychainDelete(open("build.keychain")) == errSecNoSuchKeychain)
        }
    }

    @Test func creatingTellsWhatIsWrong() throws {
        try home.run {
            let made = try create(home("a.keychain"))
            var keychain: SecKeychain?
            #expect(SecKeychainCreate(home("a.keychain"), 1, "x", false, nil, &keychain) == errSecDuplicateKeychain)
            #expect(SecKeychainCreate("login.keychain", 1, "x", false, nil, &keychain) == errSecDuplicateKeychain)
            #expect(SecKeychainCreate(home("b"), 0, nil, true, nil, &keychain) == errSecInteractionNotAllowed)
            #expect(SecKeychainCreate("", 1, "x", false, nil, &keychain) == errSecParam)
            #expect(keychain == nil)
            try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: home("notes")))
            #expect(try SecKeychainDelete(open(home("notes"))) == errSecInvalidKeychain)
            #expect(try SecKeychainDelete(open("login.keychain")) == errSecUnimplemented)
            #expect(SecKeychainDelete(nil) == errSecInvalidKeychain)
            #expect(try made == open(home("./a.keychain")))
            #expect(try [made, open("login.keychain")] as NSArray == [made, open("login.keychain-db")] as NSArray)
        }
    }

    @Test func itMovesToAnotherHomeAndTheDevicesKeychainDoesNot() throws {
        let other = try TemporaryHome()
        try home.run {
            let made = try create(home("a.keychain"))
            #expect(Items.add([kSecUseKeychain: made, kSecAttrAccessGroup: "com.example.tests"]) == errSecSuccess)
        }
        try FileManager.default.copyItem(atPath: home("a.keychain"), toPath: other("b.keychain"))
        // A keychain that is bound to the first home.
        let root = KeychainRoot(path: home("data"))
        _ = try Keychain(root: root, accessGroups: AccessGroups(["a"]), passcodeCost: .cheapForTests)
        try FileManager.default.copyItem(atPath: root.keychainPath(named: "default"), toPath: other("c.keychain"))
        try other.run {
            let copy = try open(other("b.keychain"))
            #expect(Items.status([kSecUseKeychain: copy]) == errSecInteractionNotAllowed)
            #expect(unlock(copy, "guess") == errSecAuthFailed)
            #expect(unlock(copy, "sesame") == errSecSuccess)
            #expect(try Items.copy([kSecUseKeychain: copy, kSecReturnData: true]) as? Data == Data("secret".utf8))
            let bound = try open(other("c.keychain"))
            #expect(unlock(bound, "sesame") == errSecNotAvailable)
            #expect(SecFailure.last?.remedy?.contains("recovery-key use") == true)
        }
    }

    /// Neither by an object nor in the list of keychains.
    @Test(arguments: ["/a/", "/a/.."]) func aPathThatIsNoneIsAnErrorOfEachFunction(_ path: String) throws {
        func expectErrors(_ keychain: SecKeychain?, _ status: OSStatus) {
            var state: SecKeychainStatus = 0
            #expect(SecKeychainLock(keychain) == status)
            #expect(unlock(keychain, "sesame") == status)
            #expect(SecKeychainChangePassword(keychain, 1, "x", 1, "y") == status)
            #expect(SecKeychainGetStatus(keychain, &state) == status)
        }
        try home.run {
            let refused = SecKeychain(.file(path))
            expectErrors(refused, errSecParam)
            #expect(SecKeychainSetSearchList([refused] as CFArray) == errSecParam)
            #expect(try searchList() == [open("login.keychain")])
            let directory = home(".config/chatelaine")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for list in [
                "{\"version\":1,\"usual\":\"\(path)\",\"search\":[]}", "{\"version\":1,\"search\":[\"\(path)\"]}",
            ] {
                try Data(list.utf8).write(to: URL(fileURLWithPath: directory + "/keychains.json"))
                expectErrors(nil, errSecNotAvailable)
            }
        }
    }

    // MARK: - Searching

    @Test func theListOfASearchIsItsOrder() throws {
        try home.run {
            let (one, two) = (try create(home("1.keychain")), try create(home("2.keychain")))
            #expect(Items.add([kSecUseKeychain: one, kSecAttrLabel: "one"]) == errSecSuccess)
            #expect(Items.add([kSecUseKeychain: two, kSecAttrLabel: "two"]) == errSecSuccess)
            #expect(Items.status() == errSecItemNotFound)
            for (list, label) in [([one, two], "one"), ([two, one], "two")] {
                #expect(try Items.attributes([kSecMatchSearchList: list])["labl"] as? String == label)
            }
            #expect(Items.count([kSecMatchSearchList: [one, two]]) == 2)
            #expect(SecKeychainLockAll() == errSecSuccess)
            #expect(Items.status([kSecMatchSearchList: [one, two]]) == errSecInteractionNotAllowed)
        }
    }

    /// A program that makes its own keychain the default gets nothing of what others store by `SecItemAdd`, and shows them nothing.
    @Test func theDefaultKeychainIsNotThatOfSecItem() throws {
        try home.run {
            let planted = try create(home("planted.keychain"))
            #expect(SecKeychainSetDefault(planted) == errSecSuccess)
            #expect(SecKeychainSetSearchList([planted] as CFArray) == errSecSuccess)
            #expect(Items.add([kSecUseKeychain: planted, kSecAttrAccount: "planted"]) == errSecSuccess)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.count([kSecUseKeychain: planted]) == 1)
            #expect(Items.status([kSecAttrAccount: "planted"]) == errSecItemNotFound)
            #expect(Items.count() == 1)
        }
    }

    @Test func theSearchListHasALimitAndTakesKeychainsAlone() throws {
        try home.run {
            let keychain = try open("a")
            #expect(SecKeychainSetSearchList(Array(repeating: keychain, count: 101) as CFArray) == errSecParam)
            #expect(SecKeychainSetSearchList(["a"] as CFArray) == errSecParam)
            #expect(SecKeychainSetDefault(keychain) == errSecNoSuchKeychain)
            #expect(SecKeychainSetSearchList([] as CFArray) == errSecSuccess)
            #expect(try searchList().isEmpty)
        }
    }

    @Test func theVersionAndTheInteractionAreAskedFor() throws {
        var version: UInt32 = 0
        #expect(SecKeychainGetVersion(&version) == errSecSuccess && version > 0)
        var isAllowed: DarwinBoolean = false
        #expect(SecKeychainGetUserInteractionAllowed(&isAllowed) == errSecSuccess)
        #expect(isAllowed.boolValue)
    }
}
