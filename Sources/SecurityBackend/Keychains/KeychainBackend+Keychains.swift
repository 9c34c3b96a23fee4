import AgentClient
import KeyManagement
import KeychainServices
import Secrets
import Security

extension KeychainBackend {
    private var keychains: UserKeychains { .current }

    func createKeychain(
        _ path: String, _ password: UnsafeRawBufferPointer?, _ keychain: UnsafeMutablePointer<SecKeychain?>
    ) -> OSStatus {
        status("SecKeychainCreate") { () throws(KeychainError) in
            guard let password else { throw .cannotAsk }
            let name = try keychains.name(path)
            _ = try keychains.create(name, password: SecretBytes(copying: password))
            keychain.pointee = SecKeychain(name)
        }
    }

    func openKeychain(_ path: String, _ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
        status("SecKeychainOpen") { () throws(KeychainError) in
            let name = try keychains.name(path)
            // A path that cannot be one is an error now, and not at the first use.
            _ = try keychains.portable(name)
            keychain.pointee = SecKeychain(name)
        }
    }

    func deleteKeychains(_ keychains: [SecKeychain]) -> OSStatus {
        status("SecKeychainDelete") { () throws(KeychainError) in
            for keychain in keychains { try self.keychains.delete(keychain.named().name) }
        }
    }

    // MARK: - Lists

    func copyDefaultKeychain(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
        status("SecKeychainCopyDefault") { () throws(KeychainError) in
            let name = try keychains.list().usual
            // What cannot be opened is no default.
            if name == .device { _ = try Keychain.current() }
            keychain.pointee = SecKeychain(name)
        }
    }

    func setDefaultKeychain(_ keychain: SecKeychain) -> OSStatus {
        status("SecKeychainSetDefault") { () throws(KeychainError) in
            let name = try keychain.named()
            if let portable = try name.portable(), !portable.exists {
                throw KeychainError(.noSuchKeychain, "there is no keychain at “\(portable.path)”")
            }
            try keychains.changeList { $0.usual = name.name }
        }
    }

    func copySearchList(_ list: UnsafeMutablePointer<CFArray?>) -> OSStatus {
        status("SecKeychainCopySearchList") { () throws(KeychainError) in
            list.pointee = try keychains.list().search.map { SecKeychain($0) } as NSArray
        }
    }

    func setSearchList(_ list: CFArray) -> OSStatus {
        status("SecKeychainSetSearchList") { () throws(KeychainError) in
            var names: [KeychainName] = []
            for element in list {
                guard let keychain = element as? SecKeychain else {
                    throw .invalidRequest("the search list takes an array of SecKeychain")
                }
                names.append(try keychain.named().name)
            }
            try keychains.changeList { $0.search = names }
        }
    }

    // MARK: - Locks

    func lock(_ keychain: SecKeychain?) -> OSStatus {
        status("SecKeychainLock") { () throws(KeychainError) in
            let keychain = try SecKeychain.orDefault(keychain)
            if let portable = try keychain.portable() { return try portable.lock() }
            try keychain.whole().lock()
        }
    }

    func lockAllKeychains() -> OSStatus {
        status("SecKeychainLockAll") { () throws(KeychainError) in try keychains.lockAll() }
    }

    func unlock(_ keychain: SecKeychain?, _ password: UnsafeRawBufferPointer?) -> OSStatus {
        status("SecKeychainUnlock") { () throws(KeychainError) in
            let keychain = try SecKeychain.orDefault(keychain)
            if let portable = try keychain.portable() {
                guard let password else {
                    if try portable.isUnlocked() { return }
                    throw .cannotAsk
                }
                return try portable.unlock(password: SecretBytes(copying: password))
            }
            let device = try keychain.whole()
            // Without a passcode it is always unlocked.
            if case .noPasscode = try device.lockState() { return }
            guard let password else { throw .cannotAsk }
            try device.unlock(passcode: SecretBytes(copying: password))
        }
    }

    func changePassword(
        of keychain: SecKeychain?, from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer
    ) -> OSStatus {
        status("SecKeychainChangePassword") { () throws(KeychainError) in
            let keychain = try SecKeychain.orDefault(keychain)
            let old = SecretBytes(copying: old)
            let new = SecretBytes(copying: new)
            if let portable = try keychain.portable() {
                return try portable.changePassword(from: old, to: new)
            }
            try keychain.whole().changePasscode(from: old, to: new)
        }
    }

    func getStatus(of keychain: SecKeychain?, _ result: UnsafeMutablePointer<SecKeychainStatus>) -> OSStatus {
        status("SecKeychainGetStatus") { () throws(KeychainError) in
            let keychain = try SecKeychain.orDefault(keychain)
            let (isUnlocked, isWritable): (Bool, Bool)
            if let portable = try keychain.portable() {
                (isUnlocked, isWritable) = (try portable.isUnlocked(), portable.isWritable)
            } else {
                let state = try keychain.whole().lockState()
                (isUnlocked, isWritable) = (state == .unlocked || state == .noPasscode, true)
            }
            result.pointee =
                kSecReadPermStatus | (isUnlocked ? kSecUnlockStateStatus : 0) | (isWritable ? kSecWritePermStatus : 0)
        }
    }

    func getPath(
        of keychain: SecKeychain?, _ length: UnsafeMutablePointer<UInt32>, _ path: UnsafeMutablePointer<CChar>
    ) -> OSStatus {
        status("SecKeychainGetPath") { () throws(KeychainError) in
            let text = try keychains.path(of: SecKeychain.orDefault(keychain).named().name).utf8
            let room = length.pointee
            length.pointee = UInt32(clamping: text.count)
            guard room > text.count else {
                length.pointee = UInt32(clamping: text.count + 1)
                throw KeychainError(.init(rawValue: errSecBufferTooSmall), "the path has \(text.count) bytes")
            }
            for (index, byte) in text.enumerated() { path[index] = CChar(bitPattern: byte) }
            path[text.count] = 0
        }
    }

    // MARK: - Settings

    func copySettings(of keychain: SecKeychain?, _ settings: UnsafeMutablePointer<SecKeychainSettings>) -> OSStatus {
        status("SecKeychainCopySettings") { () throws(KeychainError) in
            let found = try withSettings(keychain).settings()
            settings.pointee = SecKeychainSettings(
                version: UInt32(SEC_KEYCHAIN_SETTINGS_VERS1), lockOnSleep: DarwinBoolean(found.locksOnSleep),
                useLockInterval: DarwinBoolean(found.interval != nil), lockInterval: found.interval ?? 0)
        }
    }

    func setSettings(of keychain: SecKeychain?, _ settings: SecKeychainSettings) -> OSStatus {
        status("SecKeychainSetSettings") { () throws(KeychainError) in
            guard settings.version == UInt32(SEC_KEYCHAIN_SETTINGS_VERS1) else {
                throw .invalidRequest("the settings have an unknown version")
            }
            let interval = settings.useLockInterval.boolValue ? settings.lockInterval : nil
            try withSettings(keychain).set(
                PortableSettings(locksOnSleep: settings.lockOnSleep.boolValue, interval: interval))
        }
    }

    private func withSettings(_ keychain: SecKeychain?) throws(KeychainError) -> PortableKeychain {
        guard let portable = try SecKeychain.orDefault(keychain).named().portable() else {
            throw KeychainError(
                .unimplemented, "when the keychain of this device is locked is a setting of the agent",
                remedy: "see share/doc/chatelaine/agent.md, “Lock and unlock”")
        }
        return portable
    }

    var allowsInteraction: Bool {
        get { UserInteraction.isAllowed }
        nonmutating set { UserInteraction.isAllowed = newValue }
    }
}

extension KeychainError {
    fileprivate static var cannotAsk: KeychainError {
        KeychainError(
            .interactionNotAllowed, "the user cannot be asked for the password here", remedy: "give it in the call")
    }
}
