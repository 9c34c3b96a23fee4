import Foundation
import GRDB
import KeyManagement

/// The contents of a copy of a keychain, as far as they can be read without its passcode.
package struct KeychainContents: Hashable, Sendable {
    /// The identifier of the keychain; a copy has the same.
    package let keychainID: [UInt8]
    /// The identifier of the device key that opens it.
    package let deviceKeyID: [UInt8]
    /// Whether it has a passcode, or a vault its master password.
    package let hasPasscode: Bool
    /// Whether it has a recovery key.
    package let hasRecoveryKey: Bool
    /// The number of items of each protection class, without classes that have none.
    package let items: [ProtectionClass: Int]

    init(_ db: Database) throws {
        let keybag = try KeybagTable.load(db)
        (keychainID, deviceKeyID) = (keybag.keychainID, keybag.deviceKeyID)
        (hasPasscode, hasRecoveryKey) = (keybag.hasPasscode, keybag.hasRecoveryKey)
        items = try Self.counts(db)
    }

    static func counts(_ db: Database) throws -> [ProtectionClass: Int] {
        let row = try PreparedStatement(
            db, "SELECT protection, count(*) FROM item WHERE flags & 2 = 0 GROUP BY protection")
        var counts: [ProtectionClass: Int] = [:]
        while try row.step() {
            guard let protection = UInt8(exactly: row.number(at: 0)).flatMap(ProtectionClass.init) else { continue }
            counts[protection] = Int(row.number(at: 1))
        }
        return counts
    }
}

/// Items that a copy lacks because they must not leave their device.
package struct ItemsLeftOut: Hashable, Sendable {
    /// The number of items of each protection class that stays on its device.
    package var byClass: [ProtectionClass: Int] = [:]
    /// The number of private keys in the TPM.
    package var keysInTPM = 0
    /// The number of items that are bound to the fingers that are enrolled.
    package var boundToBiometry = 0

    /// Nothing is left out.
    package init() {}

    /// Whether nothing is left out.
    package var isEmpty: Bool { self == ItemsLeftOut() }
}

/// The result of examining a copy.
package struct ExaminedCopy: Sendable {
    /// The contents of the copy.
    package let contents: KeychainContents
    /// The number of items that were opened and compared with their search tags.
    package let opened: Int
    /// The number of items that need the passcode.
    package let locked: Int
    /// The damage that was found; nil if there is none.
    package let damage: String?
}
