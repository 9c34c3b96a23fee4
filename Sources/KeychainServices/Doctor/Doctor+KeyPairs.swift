import Foundation
import GRDB
import KeyManagement

/// Key pairs whose rows are intact but whose wrapped keys are not.
extension Doctor {
    /// The readable key pairs and the result of checking them.
    struct KeyPairs {
        let readable: Set<Int64>
        let isComplete: Bool
        let check: KeyPairCheck
    }

    /// Checks the readable key pairs, whatever the state of the others.
    func examineKeyPairs(
        _ keys: KeySet, _ db: Database, _ deviceKey: DeviceKey, _ diagnosis: inout Diagnosis
    ) throws -> KeyPairs {
        let readable =
            keys.keybag.hasUnreadablePairs ? try openKeys(db, deviceKey, ignoresDamagedPairs: true) : keys
        let check = try checkKeyPairs(readable)
        report(check, to: &diagnosis)
        return KeyPairs(
            readable: Set(readable.keybag.keyPairs.map(\.number)), isComplete: !keys.keybag.hasUnreadablePairs,
            check: check
        )
    }

    func checkKeyPairs(_ keys: KeySet) throws -> KeyPairCheck {
        guard keys.keybag.hasPasscode else { return keys.checkKeyPairs() }
        switch passcode {
        case .some(let passcode): return try keys.checkKeyPairs(passcode: passcode)
        case .none: return keys.checkKeyPairs()
        }
    }

    /// Removes pairs that cannot be read or opened, so that new ones replace them and the keybag can be stored again.
    ///
    /// - Returns: whether there was anything to do.
    func repairKeyPairs(_ db: Database, _ deviceKey: DeviceKey) throws -> Bool {
        let keys = try openKeys(db, deviceKey, ignoresDamagedPairs: true)
        let repaired = try keys.repairingKeyPairs(checkKeyPairs(keys))
        guard try repaired !== keys || KeybagTable.load(db).hasUnreadablePairs else { return false }
        try KeybagTable.store(repaired.keybag, in: db)
        return true
    }

    private func report(_ check: KeyPairCheck, to diagnosis: inout Diagnosis) {
        if !check.lost.isEmpty {
            diagnosis.add(
                .error, .keybag,
                "\(check.lost.count) key pairs of the keychain are damaged, and data sealed to them cannot be opened: "
                    + Self.users(of: check.lost),
                remedy:
                    "restore “\(file.path)” from a backup; if there is none, --repair removes them, so that new items "
                    + "and files get new ones")
        }
        if !check.withoutPublicHalf.isEmpty {
            diagnosis.add(
                .error, .keybag,
                "\(check.withoutPublicHalf.count) key pairs of the keychain have a damaged public half, so that nothing can "
                    + "be sealed for them: \(Self.users(of: check.withoutPublicHalf))",
                remedy: "--repair replaces it; for locked key pairs it needs the passcode")
        }
        if !check.withoutClassKey.isEmpty {
            diagnosis.add(
                .error, .lostKey,
                "\(check.withoutClassKey.count) key pairs belong to a class key that the keybag does not have: "
                    + Self.users(of: check.withoutClassKey),
                remedy: "a backup from before the loss opens them; they are left as they are")
        }
        if !check.locked.isEmpty {
            diagnosis.add(
                .note, .locked, "key pairs that could not be checked because they are locked: \(check.locked.count)",
                remedy: "give the passcode")
        }
    }

    private static func users(of pairs: [Keybag.KeyPair]) -> String {
        Set(pairs.map(\.purpose)).sorted { $0.rawValue < $1.rawValue }.map { purpose in
            switch purpose.fileClass {
            case let fileClass?: "protected files of the class \(fileClass.name)"
            case nil: "items that require the passcode"
            }
        }.joined(separator: ", ")
    }

    /// Reports the items that depend on damaged or missing key pairs.
    ///
    /// - Parameter items: the number of items for each key pair.
    func report(_ pairs: KeyPairs, ofItems items: [Int64: Int], to diagnosis: inout Diagnosis) {
        let lost = Set(pairs.check.lost.map(\.number))
        var (damaged, gone) = (0, 0)
        for (pair, count) in items {
            switch pairs.readable.contains(pair) {
            case true where lost.contains(pair): damaged += count
            case true: break
            case false where pairs.isComplete: gone += count
            case false: damaged += count
            }
        }
        if damaged > 0 {
            diagnosis.add(
                .error, .lostKey,
                "\(damaged) items that require the passcode have damaged key pairs: their secrets cannot be read, their attributes can",
                remedy:
                    "restore “\(file.path)” from a backup; if there is none, store their secrets again after --repair")
        }
        if gone > 0 {
            diagnosis.add(
                .note, .lostKey,
                "\(gone) items require a passcode that was removed, or a key pair that a repair removed: their secrets are lost, "
                    + "their attributes are not", remedy: "remove them, or store their secrets again")
        }
    }
}
