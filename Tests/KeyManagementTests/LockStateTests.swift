import Secrets
import Testing

@testable import KeyManagement

@Suite struct LockStateTests {
    /// One row of the table: what a person did, and what is open then.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let state: LockState
        let open: Set<ProtectionClass>
        let make: @Sendable () throws -> KeySet
    }

    private static let always: Set<ProtectionClass> = [.always, .alwaysThisDeviceOnly]
    private static let afterFirstUnlock = always.union([.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly])

    static let table: [Row] = [
        Row(testDescription: "no passcode", state: .noPasscode, open: withoutPasscode) { try Device().fresh },
        Row(testDescription: "no passcode, locked", state: .noPasscode, open: withoutPasscode) {
            try Device().fresh.locked()
        },
        Row(testDescription: "passcode just set", state: .unlocked, open: allClasses) {
            try Device().fresh.settingFirstPasscode("1")
        },
        Row(testDescription: "passcode, just started", state: .beforeFirstUnlock, open: always) {
            try Device().fresh.settingFirstPasscode("1").reopened()
        },
        Row(testDescription: "locked before the first unlock", state: .beforeFirstUnlock, open: always) {
            try Device().fresh.settingFirstPasscode("1").reopened().locked()
        },
        Row(testDescription: "unlocked", state: .unlocked, open: allClasses) {
            try Device().fresh.settingFirstPasscode("1").reopened().unlocked(passcode: secret("1"))
        },
        Row(testDescription: "locked", state: .lockedAfterFirstUnlock, open: afterFirstUnlock) {
            try Device().fresh.settingFirstPasscode("1").locked()
        },
        Row(testDescription: "locked twice", state: .lockedAfterFirstUnlock, open: afterFirstUnlock) {
            try Device().fresh.settingFirstPasscode("1").locked().locked()
        },
        Row(testDescription: "unlocked again", state: .unlocked, open: allClasses) {
            try Device().fresh.settingFirstPasscode("1").locked().unlocked(passcode: secret("1"))
        },
        Row(testDescription: "passcode removed", state: .noPasscode, open: withoutPasscode) {
            try Device().fresh.settingFirstPasscode("1").removingPasscode(secret("1"))
        },
    ]

    @Test(arguments: table)
    func availableClassesFollowTheLockState(row: Row) throws {
        let keys = try row.make()
        #expect(keys.lockState == row.state)
        #expect(keys.availableClasses == row.open)
        // No key that is locked is in memory, not even for a request by its number.
        #expect(Set(keys.classKeys.values.map(\.protection)) == row.open)
    }

    @Test func aLockLetsGoOfThePasscodeKeyAsWell() throws {
        let keys = try Device().fresh.settingFirstPasscode("1")
        #expect(keys.passcodeKey != nil)
        #expect(keys.locked().passcodeKey == nil)
    }

    @Test func lockedClassKeysAreReportedAsLocked() throws {
        let keys = try Device().fresh.settingFirstPasscode("1")
        for record in keys.keybag.classKeys where record.protection.availability == .whileUnlocked {
            #expect(throws: KeyError.locked) { try keys.locked().classKey(number: record.number) }
            #expect(throws: KeyError.locked) { try keys.locked().currentClassKey(for: record.protection) }
        }
        #expect(throws: KeyError.missing) { try keys.locked().classKey(number: 999) }
    }

    @Test func anOperationUnderWayKeepsItsKeyToTheEnd() throws {
        let keys = try Device().fresh.settingFirstPasscode("1")
        let inUse = try keys.currentClassKey(for: .whenUnlocked)
        let expected = inUse.key.revealed
        _ = keys.locked()
        #expect(inUse.key.revealed == expected)
    }
}
