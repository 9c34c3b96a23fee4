import Secrets

/// What a recovery key did not open although it may leave its device: it is damaged, or newer than the recovery key.
package struct RecoveryLoss: Sendable {
    /// The classes of the class keys that were not opened: items that these have wrapped cannot be opened.
    package let classes: Set<ProtectionClass>
    /// The numbers of these class keys.
    package let classKeys: Set<Int64>
    /// The classes of files of which a key is lost: files that it has wrapped cannot be opened.
    package let fileClasses: Set<FileProtectionClass>

    /// Whether nothing is lost.
    package var isEmpty: Bool { classKeys.isEmpty && fileClasses.isEmpty }
}

extension KeySet {
    /// The numbers of the class keys that are open.
    package var openClassKeys: Set<Int64> { Set(classKeys.keys) }

    /// Returns what is missing from the result of ``recovering(_:recoveryKey:deviceKey:)``.
    ///
    /// - Parameter keybag: the one that was recovered.
    package func lossOfRecovery(from keybag: Keybag) -> RecoveryLoss {
        // One that replaced a worn key since the recovery key was made is not the recovery key's.
        let lost = keybag.classKeys.filter {
            ($0.recovery != nil || !$0.protection.isThisDeviceOnly) && classKeys[$0.number] == nil
        }
        let pairs = Set(self.keybag.keyPairs.map(\.number))
        return RecoveryLoss(
            classes: Set(lost.map(\.protection)), classKeys: Set(lost.map(\.number)),
            fileClasses: Set(keybag.keyPairs.filter { !pairs.contains($0.number) }.compactMap(\.purpose.fileClass)))
    }
}

extension Keybag {
    /// Opens the class keys that the recovery key wraps, and leaves out those that are damaged.
    func classKeys(recoveredBy recovery: WrappingKey) -> [Int64: KeyManagement.ClassKey] {
        var keys: [Int64: KeyManagement.ClassKey] = [:]
        for record in classKeys {
            // The context of the device's own wrapping has the class too: a record whose class and number disagree is not used later.
            guard record.number & 0xf == Int64(record.protection.rawValue), let wrapped = record.recovery,
                let key = recovery.unwrap(wrapped, context: recoveryContext(of: record))
            else { continue }
            let metadata = context(.metadataKey, number: record.number, protection: record.protection)
            keys[record.number] = KeyManagement.ClassKey(record, key: key, metadataContext: metadata)
        }
        return keys
    }
}
