import Secrets

@testable import KeyManagement

extension KeySet {
    /// The class keys that are open, by number.
    var revealedClassKeys: [Int64: [UInt8]] { classKeys.mapValues { $0.key.revealed } }

    /// Which protection classes a new item could take.
    var availableClasses: Set<ProtectionClass> {
        Set(ProtectionClass.allCases.filter { (try? currentClassKey(for: $0)) != nil })
    }

    func settingFirstPasscode(_ passcode: String) throws -> KeySet {
        try settingFirstPasscode(secret(passcode), cost: .cheapForTests)
    }

    func changingPasscode(_ old: String, _ new: String, compromised: Bool = false) throws -> KeySet {
        try changingPasscode(from: secret(old), to: secret(new), cost: .cheapForTests, compromised: compromised)
    }

    func removingRetiredKeys() throws -> KeySet { try removingClassKeys(Set(keybag.retiredClassKeys)) }

    /// As another process finds the keychain: from the file and the device key alone.
    func reopened() throws -> KeySet { try KeySet(opening: keybag, deviceKey: deviceKey) }
}

extension ClassKey {
    /// What its metadata key makes of one context: equal if and only if the metadata keys are.
    var derivedSample: [UInt8] {
        [UInt8](count: 32) { output in
            Array("context".utf8).withUnsafeBytes { deriveMetadataKey(context: $0, into: output) }
        }
    }
}

extension Keybag {
    /// The number of the current class key, or 0.
    func currentNumber(of protection: ProtectionClass) -> Int64 {
        classKeys.first { $0.protection == protection && $0.isCurrent }?.number ?? 0
    }
}

/// One device with a keychain.
struct Device {
    let key = DeviceKey.makeRandom()
    let fresh: KeySet

    init() throws { fresh = try KeySet.make(deviceKey: key) }
}

let allClasses = Set(ProtectionClass.allCases)
let withoutPasscode = allClasses.subtracting([.whenPasscodeSetThisDeviceOnly])
