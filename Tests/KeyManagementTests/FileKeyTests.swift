import Secrets
import Testing

@testable import KeyManagement

/// Keys of files outlive every change of the passcode and of the class keys: no process could seal all files again.
@Suite struct FileKeyTests {
    private static let fileID = [UInt8](0..<16)

    private func wrap(_ keys: KeySet, _ fileClass: FileProtectionClass) throws -> WrappedFileKey {
        try keys.wrap(
            fileKey: secret("0123456789abcdef0123456789abcdef"), for: fileClass, fileID: Self.fileID, group: "g")
    }

    private func opens(_ wrapped: WrappedFileKey, _ keys: KeySet) throws -> Bool {
        guard let key = try keys.unwrap(wrapped) else { return false }
        return key.equals(secret("0123456789abcdef0123456789abcdef"))
    }

    private func fresh() throws -> KeySet { try KeySet.make(deviceKey: .makeRandom()).addingFileKeys() }

    private func wrapAll(_ keys: KeySet) throws -> [WrappedFileKey] {
        try FileProtectionClass.allCases.map { try wrap(keys, $0) }
    }

    @Test func everyChangeOfThePasscodeLeavesFilesReadable() throws {
        var keys = try fresh()
        var files = try wrapAll(keys)
        func check(_ what: String) throws {
            for file in files { #expect(try opens(file, keys), "\(what): \(file.fileClass)") }
            files += try wrapAll(keys)
            // As the next process finds it.
            let passcode: SecretBytes? = keys.keybag.hasPasscode ? secret(current) : nil
            let opened = try KeySet(opening: keys.keybag, deviceKey: keys.deviceKey)
            let unlocked = if let passcode { try opened.unlocked(passcode: passcode) } else { opened }
            for file in files { #expect(try opens(file, unlocked), "\(what), restarted: \(file.fileClass)") }
        }
        var current = ""
        func finish() throws {
            keys = try keys.removingClassKeys(Set(keys.keybag.retiredClassKeys))
            #expect(keys.keybag.retiredClassKeys.isEmpty)
        }
        current = "one"
        keys = try keys.settingFirstPasscode(secret("one"), cost: .cheapForTests)
        try check("first passcode")
        try finish()
        try check("first passcode, items sealed again")
        (keys, current) = (
            try keys.changingPasscode(
                from: secret("one"), to: secret("two"), cost: .cheapForTests, compromised: false), "two"
        )
        try check("changed")
        (keys, current) = (
            try keys.changingPasscode(
                from: secret("two"), to: secret("three"), cost: .cheapForTests, compromised: true), "three"
        )
        try check("compromised")
        try finish()
        try check("compromised, items sealed again")
        for protection in ProtectionClass.allCases where protection != .whenPasscodeSetThisDeviceOnly {
            keys = try keys.replacingClassKey(for: protection)
            try check("worn class key \(protection)")
        }
        try finish()
        try check("worn class keys gone")
        keys = try keys.removingPasscode(secret("three"))
        try check("no passcode")
    }

    @Test func afterACompromiseNewFilesTakeNewKeys() throws {
        let before = try fresh().settingFirstPasscode(secret("one"), cost: .cheapForTests)
        let after = try before.changingPasscode(
            from: secret("one"), to: secret("two"), cost: .cheapForTests, compromised: true)
        let plain = try before.changingPasscode(
            from: secret("one"), to: secret("two"), cost: .cheapForTests, compromised: false)
        for fileClass in FileProtectionClass.allCases {
            let file = try wrap(after, fileClass)
            // What the device key alone opens was no secret of the passcode's.
            #expect((try before.unwrapsNumber(of: file)) == (fileClass == .none))
            #expect(try wrap(plain, fileClass).keyNumber == wrap(before, fileClass).keyNumber)
        }
        // No old copy of the keychain that the old passcode opens has the new keys.
        let first = try fresh()
        let set = try first.settingFirstPasscode(secret("one"), cost: .cheapForTests)
        #expect(try wrap(set, .complete).keyNumber != wrap(first, .complete).keyNumber)
    }

    @Test func lockedClassesDoNotOpen() throws {
        let keys = try fresh().settingFirstPasscode(secret("one"), cost: .cheapForTests)
        let files = try wrapAll(keys)
        let locked = keys.locked()
        let started = try KeySet(opening: keys.keybag, deviceKey: keys.deviceKey)
        for file in files {
            let isAfterFirst = file.fileClass == .completeUntilFirstUserAuthentication
            if file.fileClass == .none || isAfterFirst {
                #expect(try opens(file, locked))
            } else {
                #expect(throws: KeyError.locked) { _ = try locked.unwrap(file) }
            }
            if file.fileClass == .none {
                #expect(try opens(file, started))
            } else {
                #expect(throws: KeyError.locked) { _ = try started.unwrap(file) }
            }
        }
        #expect(throws: KeyError.locked) { try wrap(locked, .complete) }
        #expect(throws: KeyError.locked) { try wrap(started, .completeUntilFirstUserAuthentication) }
        // The public half is enough.
        #expect(try opens(wrap(locked, .completeUnlessOpen), keys))
        #expect(try opens(wrap(started, .completeUnlessOpen), keys))
    }

    @Test func theRecoveryKeyBringsFilesToAnotherDevice() throws {
        let recoveryKey = SecretBytes(random: 20)
        let keys = try fresh().settingFirstPasscode(secret("one"), cost: .cheapForTests)
            .addingRecoveryKey(recoveryKey)
        let files = try wrapAll(keys)
        let recovered = try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey, deviceKey: .makeRandom())
        for file in files { #expect(try opens(file, recovered), "\(file.fileClass)") }
        for file in try wrapAll(recovered) { #expect(try opens(file, recovered)) }
    }

    @Test func keyWrappedForAnotherContextDoesNotOpen() throws {
        let keys = try fresh()
        for file in try wrapAll(keys) {
            func changed(
                _ fileClass: FileProtectionClass? = nil, id: [UInt8]? = nil, group: String? = nil, bytes: [UInt8]? = nil
            ) throws -> WrappedFileKey {
                try #require(
                    WrappedFileKey(
                        fileClass: fileClass ?? file.fileClass, fileID: id ?? file.fileID, group: group ?? file.group,
                        keyNumber: file.keyNumber, bytes: bytes ?? file.bytes))
            }
            #expect(try !opens(changed(id: [UInt8](repeating: 0, count: 16)), keys))
            #expect(try !opens(changed(group: "h"), keys))
            for index in file.bytes.indices {
                var bytes = file.bytes
                bytes[index] ^= 1
                #expect(try !opens(changed(bytes: bytes), keys))
            }
            for fileClass in FileProtectionClass.allCases where fileClass != file.fileClass {
                #expect(throws: KeyError.missing) { _ = try keys.unwrap(changed(fileClass)) }
            }
        }
    }

    /// An attacker who has the device key, and writes the keychain file, cannot make new files use the attacker's key.
    @Test func aKeyUnderAWeakerClassKeyIsRefused() throws {
        let keys = try fresh().settingFirstPasscode(secret("one"), cost: .cheapForTests)
        var keybag = keys.keybag
        let weak = try #require(keybag.keyPairs.first { $0.purpose == .fileAlways && $0.isCurrent })
        let index = try #require(keybag.keyPairs.firstIndex { $0.purpose == .completeFile && $0.isCurrent })
        keybag.keyPairs[index].classKey = weak.classKey
        keybag.keyPairs[index].privateKey = weak.privateKey
        let changed = try KeySet(opening: keybag, deviceKey: keys.deviceKey).unlocked(passcode: secret("one"))
        #expect(throws: KeyError.damaged("a key of files in the keybag")) { try wrap(changed, .complete) }
    }

    @Test func aClassKeyThatWrapsOneOfFilesStays() throws {
        let keys = try fresh()
        var keybag = keys.keybag
        // As no program leaves it.
        for index in keybag.classKeys.indices { keybag.classKeys[index].isCurrent = false }
        let removed = try KeySet(opening: keybag, deviceKey: keys.deviceKey)
            .removingClassKeys(Set(keybag.classKeys.map(\.number)))
        #expect(Set(removed.keybag.classKeys.map(\.protection)) == [.whenUnlocked, .afterFirstUnlock, .always])
    }

    @Test func erasingTakesTheKeysOfFiles() throws {
        let keys = try fresh()
        let files = try wrapAll(keys)
        let erased = try keys.erased()
        for file in files { #expect(throws: KeyError.missing) { _ = try erased.unwrap(file) } }
    }
}

extension KeySet {
    /// Whether it has the key that wraps a file.
    fileprivate func unwrapsNumber(of file: WrappedFileKey) throws -> Bool {
        keybag.keyPairs.contains { $0.number == file.keyNumber && $0.purpose.fileClass == file.fileClass }
    }
}
