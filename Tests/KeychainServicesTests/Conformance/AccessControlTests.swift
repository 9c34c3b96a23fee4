import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 4.4 and 1.8.
@Suite struct AccessControlTests {
    typealias Flags = AccessControl.Flags

    @Test func flagsHaveTheSpecifiedBits() {
        let bits: [(Flags, UInt)] = [
            (.userPresence, 0x1), (.biometryAny, 0x2), (.biometryCurrentSet, 0x8), (.devicePasscode, 0x10),
            (.companion, 0x20), (.or, 0x4000), (.and, 0x8000), (.privateKeyUsage, 0x4000_0000),
            (.applicationPassword, 0x8000_0000),
        ]
        for (flag, bit) in bits { #expect(flag.rawValue == bit) }
    }

    @Test(
        arguments: [
            [.or, .and], [.biometryAny, .biometryCurrentSet], [.biometryAny, .biometryCurrentSet, .or],
            [.userPresence, .biometryAny], [.userPresence, .biometryCurrentSet], [.userPresence, .devicePasscode],
            [.userPresence, .companion], [.userPresence, .or], [.userPresence, .and],
            [.userPresence, .applicationPassword, .and], Flags(rawValue: 4), Flags(rawValue: 1 << 40),
        ] as [Flags])
    func contradictionsAreRefused(flags: Flags) {
        #expect(throws: failure(.parameter)) { try AccessControl(protection: .whenUnlocked, flags: flags) }
    }

    @Test(
        arguments: [
            [], [.userPresence], [.userPresence, .applicationPassword], [.userPresence, .privateKeyUsage],
            [.userPresence, .applicationPassword, .privateKeyUsage], [.biometryAny, .or, .devicePasscode],
            [.biometryCurrentSet, .and, .devicePasscode], [.biometryAny, .devicePasscode],
            [.companion, .or, .biometryAny],
            [.privateKeyUsage], [.applicationPassword], [.or], [.and],
        ] as [Flags])
    func everythingElseIsTaken(flags: Flags) throws {
        for protection in ProtectionClass.allCases {
            let control = try AccessControl(protection: protection, flags: flags)
            #expect(control.protection == protection && control.flags == flags)
            #expect(try AccessControl(serialized: control.serialized) == control)
        }
    }

    @Test(
        arguments: [
            [.userPresence], [.biometryAny], [.biometryCurrentSet], [.devicePasscode], [.companion],
            [.applicationPassword],
            [.privateKeyUsage, .userPresence],
        ] as [Flags])
    func conditionsConstrain(flags: Flags) throws {
        #expect(try AccessControl(protection: .whenUnlocked, flags: flags).isConstrained)
    }

    @Test(arguments: [[], [.privateKeyUsage], [.or], [.and]] as [Flags])
    func nothingElseConstrains(flags: Flags) throws {
        #expect(try !AccessControl(protection: .whenUnlocked, flags: flags).isConstrained)
    }

    /// 1.4.
    @Test func protectionClassesHaveTheirCodesAndNumbers() {
        let specified: [(String, UInt8)] = [
            ("ak", 6), ("ck", 7), ("dk", 8), ("aku", 9), ("cku", 10), ("dku", 11), ("akpu", 12),
        ]
        #expect(ProtectionClass.allCases.count == specified.count)
        for (code, number) in specified { #expect(ProtectionClass(code: code)?.rawValue == number) }
        for code in ["", "f", "AK", "ak ", "akp"] { #expect(ProtectionClass(code: code) == nil) }
    }
}
