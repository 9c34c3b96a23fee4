import Security
import Testing

/// keychain-services 7.1 and 7.2, and cases K1, K3, K5, by Apple's names.
@Suite struct PasswordGenerationTests {
    private static let types: [(SecPasswordType, groups: Int, size: Int)] = [
        (kSecPasswordTypeSafari, 5, 4), (kSecPasswordTypeiCloudRecovery, 6, 4), (kSecPasswordTypeWifi, 3, 4),
        (kSecPasswordTypePIN, 1, 4), (kSecPasswordTypeiCloudRecoveryKey, 7, 4),
    ]
    private static let alphabets = [
        "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ123456789", "ABCDEFGHJKLMNPQRSTUVWXYZ23456789",
        "abcdefghijklmnopqrstuvwxyz1234567890", "0123456789", "ABCDEFGHJKLMNPQRSTUVWXYZ23456789",
    ]

    private static func generate(_ type: SecPasswordType, _ requirements: [String: Any]? = nil) throws -> String {
        var error: Unmanaged<CFError>?
        guard let password = SecPasswordGenerate(type, &error, requirements.map { $0 as CFDictionary }) else {
            throw try #require(error).takeRetainedValue()
        }
        #expect(error == nil)
        return password as String
    }

    private static func isBadRequest(_ error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == NSOSStatusErrorDomain && error.code == Int(errSecBadReq)
    }

    /// Whether a dictionary is refused, with the error that the function returns and the thread keeps.
    private static func isRefused(_ requirements: [String: Any], _ type: SecPasswordType = kSecPasswordTypeSafari)
        -> Bool
    {
        do {
            _ = try generate(type, requirements)
            return false
        } catch { return isBadRequest(error) && SecFailure.last?.status == errSecBadReq }
    }

    private static let sets = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]
    private static let complete: [String: any Sendable] = [
        "PasswordMinLength": 12, "PasswordMaxLength": 32, "PasswordAllowedCharacters": sets.joined(),
        "PasswordRequiredCharacters": sets,
    ]

    private static func with(_ key: String, _ value: Any?) -> [String: Any] {
        var requirements: [String: Any] = complete
        requirements[key] = value
        return requirements
    }

    // MARK: - K1

    @Test(arguments: types.indices) func aTypeHasItsFormat(index: Int) throws {
        let (type, groups, size) = Self.types[index]
        let parts = try Self.generate(type).split(separator: "-", omittingEmptySubsequences: false)
        #expect(parts.map(\.count) == Array(repeating: size, count: groups))
        #expect(parts.joined().allSatisfy { Self.alphabets[index].contains($0) })
        let length = try #require(SecPasswordCopyDefaultPasswordLength(type, nil) as? [CFString: Int])
        #expect(length == [kSecPasswordGroupSize: size, kSecPasswordNumberOfGroups: groups])
    }

    @Test func noTwoPasswordsAreEqual() throws {
        // Of 57 bits: two of a hundred are equal in one run of 10^13.
        let passwords = try (0..<100).map { _ in try Self.generate(kSecPasswordTypeWifi) }
        #expect(Set(passwords).count == 100)
    }

    @Test(arguments: [5, 255, .max]) func anUnknownTypeIsAnError(type: SecPasswordType) {
        #expect(throws: (any Error).self) { try Self.generate(type) }
        var error: Unmanaged<CFError>?
        #expect(SecPasswordCopyDefaultPasswordLength(type, &error) == nil)
        #expect(error.map { Self.isBadRequest($0.takeRetainedValue()) } == true)
    }

    @Test func digitsAreNotACommonNumber() throws {
        for count in [4, 6, 9, 512] {
            let digits = try #require(SecPasswordCreateWithRandomDigits(count, nil)) as String
            #expect(digits.count == count && digits.allSatisfy { "0123456789".contains($0) })
            #expect(!SecPasswordIsPasswordWeak2(count == 4 || count == 6, digits as CFString))
        }
        for count in [3, 0, -1, 513, .max, .min] {
            var error: Unmanaged<CFError>?
            #expect(SecPasswordCreateWithRandomDigits(count, &error) == nil)
            #expect(error.map { Self.isBadRequest($0.takeRetainedValue()) } == true)
        }
    }

    // MARK: - Requirements

    @Test func requirementsAreMet() throws {
        var requirements: [String: Any] = Self.complete
        requirements["PasswordDisallowedCharacters"] = "aA0"
        requirements["PasswordCantStartWithChars"] = "0123456789"
        requirements["PasswordCantEndWithChars"] = "abcdefghijklmnopqrstuvwxyz"
        requirements["PasswordContainsNoMoreThanNConsecutiveIdenticalCharacters"] = 1
        requirements["PasswordContainsAtLeastNSpecificCharacters"] = [
            "PasswordCharacterCount": 4, "PasswordCharacters": "0123456789",
        ]
        requirements["PasswordContainsNoMoreThanNSpecificCharacters"] = [
            "PasswordCharacterCount": 2, "PasswordCharacters": "xyzXYZ",
        ]
        for _ in 0..<50 {
            let password = try Self.generate(kSecPasswordTypeSafari, requirements)
            #expect(password.count == 20 && !password.contains { "aA0".contains($0) })
            #expect(password.first?.isNumber == false && password.last?.isLowercase == false)
            #expect(password.count(where: \.isNumber) >= 4 && password.count { "xyzXYZ".contains($0) } <= 2)
            #expect(!zip(password, password.dropFirst()).contains { $0 == $1 })
            #expect(Self.sets.allSatisfy { set in password.contains { set.contains($0) } })
        }
    }

    @Test func lengthIsTwentyWithinTheBounds() throws {
        #expect(try Self.generate(kSecPasswordTypeSafari, Self.complete).count == 20)
        #expect(try Self.generate(kSecPasswordTypeSafari, Self.with("PasswordMinLength", 25)).count == 25)
        #expect(try Self.generate(kSecPasswordTypeSafari, Self.with("PasswordMaxLength", 14)).count == 14)
        #expect(try Self.generate(kSecPasswordTypeSafari, Self.with("PasswordMaxLength", Int.max)).count == 20)
    }

    @Test func groupsHaveTheSeparator() throws {
        var requirements: [String: Any] = Self.complete
        requirements["PasswordGroupSize"] = 3
        requirements["PasswordNumberOfGroups"] = 5
        requirements["SecPasswordSeparator"] = "+"
        let parts = try Self.generate(kSecPasswordTypeSafari, requirements).split(separator: "+")
        #expect(parts.map(\.count) == [3, 3, 3, 3, 3])
    }

    /// Sets of characters may be such objects; of them, what is allowed counts.
    @Test func characterSetsAreSets() throws {
        var requirements = Self.with(
            "PasswordRequiredCharacters", [CharacterSet.uppercaseLetters, CharacterSet(charactersIn: "7")])
        requirements["PasswordDisallowedCharacters"] = CharacterSet.lowercaseLetters as NSCharacterSet
        for _ in 0..<20 {
            let password = try Self.generate(kSecPasswordTypeSafari, requirements)
            #expect(
                password.contains("7") && password.contains { $0.isUppercase } && !password.contains { $0.isLowercase })
        }
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", [CharacterSet.whitespaces])))
    }

    @Test func theDefaultOfATypeNeedsNothingElse() throws {
        for value in ["true", true] as [Any] {
            let password = try Self.generate(kSecPasswordTypeWifi, ["PasswordDefaultForType": value])
            #expect(password.count == 14)
        }
        #expect(Self.isRefused(["PasswordDefaultForType": "false"]))
        #expect(Self.isRefused(["PasswordDefaultForType": 7]))
    }

    @Test func aPINNeedsItsLengthsOnly() throws {
        let pin = try Self.generate(kSecPasswordTypePIN, ["PasswordMinLength": 4, "PasswordMaxLength": 6])
        #expect(pin.count == 6 && pin.allSatisfy { "0123456789".contains($0) })
        #expect(Self.isRefused(["PasswordMinLength": 3, "PasswordMaxLength": 6], kSecPasswordTypePIN))
        #expect(Self.isRefused(["PasswordMinLength": 4], kSecPasswordTypePIN))
    }

    // MARK: - K3

    @Test(arguments: [
        "PasswordMinLength", "PasswordMaxLength", "PasswordAllowedCharacters", "PasswordRequiredCharacters",
    ])
    func aMissingRequirementIsAnError(key: String) {
        #expect(Self.isRefused(Self.with(key, nil)))
    }

    @Test func contradictionsAreErrors() {
        #expect(Self.isRefused([:]))
        #expect(Self.isRefused(Self.with("PasswordMinLength", 33)))
        #expect(Self.isRefused(Self.with("PasswordAllowedCharacters", "")))
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", [String]())))
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", [""])))
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", ["é"])))
        #expect(Self.isRefused(Self.with("PasswordDisallowedCharacters", Self.sets.joined())))
        #expect(Self.isRefused(Self.with("PasswordGroupSize", 4)))
        #expect(Self.isRefused(Self.with("PasswordContainsNoMoreThanNConsecutiveIdenticalCharacters", 0)))
    }

    // MARK: - Hostile dictionaries

    @Test(arguments: [
        "PasswordMinLength", "PasswordMaxLength", "PasswordAllowedCharacters", "PasswordRequiredCharacters",
        "PasswordDisallowedCharacters", "PasswordCantStartWithChars", "PasswordCantEndWithChars",
        "PasswordContainsNoMoreThanNSpecificCharacters", "PasswordContainsAtLeastNSpecificCharacters",
        "PasswordContainsNoMoreThanNConsecutiveIdenticalCharacters", "PasswordGroupSize", "PasswordNumberOfGroups",
        "SecPasswordSeparator", "PasswordDefaultForType",
    ])
    func valuesOfOtherTypesAreErrors(key: String) {
        let values: [Any] = [
            Date(), Data([1]), NSNull(), 1.5, Double.nan, Double.infinity, [1, 2], [NSNull()], [["a"]], ["a": 1],
            NSObject(),
            ["PasswordCharacterCount": "2", "PasswordCharacters": "ab"], ["PasswordCharacterCount": 2],
        ]
        for value in values { #expect(Self.isRefused(Self.with(key, value)), "\(value)") }
    }

    @Test(arguments: [Int.min, -1, 1 << 40, .max]) func hugeNumbersAreErrors(number: Int) {
        #expect(Self.isRefused(Self.with("PasswordMinLength", number)))
        var requirements = Self.with("PasswordMaxLength", number)
        requirements["PasswordMinLength"] = number
        #expect(Self.isRefused(requirements))
        requirements = Self.with("PasswordGroupSize", number)
        requirements["PasswordNumberOfGroups"] = number
        requirements["PasswordMaxLength"] = Int.max
        #expect(Self.isRefused(requirements))
        let amount: [String: Any] = ["PasswordCharacterCount": number, "PasswordCharacters": "abc"]
        #expect(number < 0 || Self.isRefused(Self.with("PasswordContainsAtLeastNSpecificCharacters", amount)))
        #expect(number > 0 || Self.isRefused(Self.with("PasswordContainsNoMoreThanNSpecificCharacters", amount)))
    }

    @Test func hugeTextsAndArraysAreErrors() {
        let million = String(repeating: "abcdefghij", count: 100_000)
        for key in [
            "PasswordAllowedCharacters", "PasswordDisallowedCharacters", "PasswordCantStartWithChars",
            "SecPasswordSeparator",
        ] {
            #expect(Self.isRefused(Self.with(key, million)))
        }
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", [million])))
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", Array(repeating: "a", count: 1_000_000))))
        #expect(Self.isRefused(Self.with("PasswordRequiredCharacters", Array(repeating: "a", count: 33))))
        // Not the last whole characters: texts of many scalars, none of which ends one.
        let accents = "a" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(Self.isRefused(Self.with("PasswordAllowedCharacters", accents)))
    }

    /// The largest texts that are read, with a separator as long as it may be: the time is that of a usual password.
    @Test func theLargestTextsAreRead() throws {
        let letters = (0..<5_000).compactMap { UnicodeScalar(0x4E00 + $0).map { String(Character($0)) } }.joined()
        var requirements = Self.with("PasswordAllowedCharacters", letters)
        requirements["PasswordRequiredCharacters"] = Array(repeating: letters, count: 32)
        requirements["PasswordMinLength"] = 1024
        requirements["PasswordMaxLength"] = 1024
        #expect(try Self.generate(kSecPasswordTypeSafari, requirements).count == 1024)
    }

    /// Two passwords meet these, and none that is drawn does.
    @Test func theSearchForARarePasswordEnds() {
        var requirements = Self.with("PasswordAllowedCharacters", "ab")
        requirements["PasswordRequiredCharacters"] = ["a", "b"]
        requirements["PasswordMinLength"] = 1024
        requirements["PasswordMaxLength"] = 1024
        requirements["PasswordContainsNoMoreThanNConsecutiveIdenticalCharacters"] = 1
        let amount: [String: Any] = ["PasswordCharacterCount": 512, "PasswordCharacters": "a"]
        requirements["PasswordContainsNoMoreThanNSpecificCharacters"] = amount
        #expect(Self.isRefused(requirements))
    }

    @Test func keysThatAreNoStringsAreErrors() {
        var error: Unmanaged<CFError>?
        #expect(SecPasswordGenerate(kSecPasswordTypeSafari, &error, NSDictionary(dictionary: [1: 2])) == nil)
        #expect(error.map { Self.isBadRequest($0.takeRetainedValue()) } == true)
        #expect(SecPasswordGenerate(kSecPasswordTypeSafari, nil, NSDictionary()) == nil)
    }

    @Test func theConstantOfTheMinimumHasItsOwnText() {
        #expect(kSecPasswordMinLength as String == "PasswordMinLength")
        #expect(kSecPasswordMaxLength as String == "PasswordMaxLength")
    }

    // MARK: - K5

    @Test func weakByTheFirstPredicate() {
        for password in ["6666", "123456", "654321", "12345678", "0987", "A", "", "🤷"] {
            #expect(SecPasswordIsPasswordWeak(password as CFString))
        }
        for password in ["password", "password1", "P@ssw0rd", "Apple1?"] {
            #expect(!SecPasswordIsPasswordWeak(password as CFString))
        }
    }

    @Test func weakByTheSecondPredicate() {
        for password in ["122222", "222114", "52525"] {
            #expect(SecPasswordIsPasswordWeak2(false, password as CFString))
        }
        for password in ["221144", "1577326", "1235"] {
            #expect(!SecPasswordIsPasswordWeak2(false, password as CFString))
        }
        for password in ["525252", "098765"] { #expect(SecPasswordIsPasswordWeak2(true, password as CFString)) }
        for password in ["666166", "1235"] { #expect(!SecPasswordIsPasswordWeak2(true, password as CFString)) }
    }

    @Test func aLongPasswordIsJudgedAtOnce() {
        let digits = String(repeating: "1234567890", count: 10_000)
        #expect(!SecPasswordIsPasswordWeak(digits as CFString))
        #expect(!SecPasswordIsPasswordWeak2(true, digits as CFString))
    }

    // MARK: - 7.2

    @Test func aPasswordForAWebsiteHasItsFormat() throws {
        for _ in 0..<100 {
            let password = try #require(SecCreateSharedWebCredentialPassword()) as String
            let parts = password.split(separator: "-", omittingEmptySubsequences: false)
            #expect(password.count == 15 && parts.map(\.count) == [3, 3, 3, 3])
            let letters = parts.joined()
            #expect(letters.allSatisfy { "abcdefghkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains($0) })
            #expect(letters.contains { $0.isLowercase } && letters.contains { $0.isUppercase })
            #expect(letters.contains { "3456789".contains($0) })
        }
    }

    /// Each of the 55 characters is as likely as another, but for the rules of the format, which favour digits a little. The bound is twelve
    /// standard deviations away: of 10^30 runs one fails by chance.
    @Test func noCharacterIsMissing() throws {
        var counts: [Character: Int] = [:]
        for _ in 0..<2_000 {
            for character in try #require(SecCreateSharedWebCredentialPassword()) as String {
                counts[character, default: 0] += 1
            }
        }
        #expect(counts["-"] == 6_000 && counts.count == 56)
        // 24,000 characters, 436 of each on average.
        #expect(counts.values.allSatisfy { $0 > 190 })
    }
}
