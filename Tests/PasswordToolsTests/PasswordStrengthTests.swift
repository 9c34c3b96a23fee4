import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// keychain-services 7.1 and case K5.
@Suite struct PasswordStrengthTests {
    @Test(arguments: [
        "6666", "123456", "654321", "12345678", "0987", "A", "", "abc", "1122", "3434", "1234", "2580", "77777",
    ])
    func weakByTheFirstPredicate(password: String) {
        #expect(PasswordStrength.isWeak(password))
    }

    /// A word of eight letters passes by its length: no dictionary is consulted.
    @Test(arguments: ["password", "password1", "P@ssw0rd", "Apple1?", "1235", "9876543201", "121212", "😀😀😀😀😀😀😀"])
    func notWeakByTheFirstPredicate(password: String) {
        #expect(!PasswordStrength.isWeak(password))
    }

    @Test(arguments: [
        "122222", "222114", "52525", "1221", "123123", "12121", "345678", "987654", "098765", "030379", "11", "abcdefg",
        "abc",
    ])
    func weakByTheSecondPredicate(password: String) {
        #expect(PasswordStrength.isWeak(password, asSimplePIN: false))
    }

    @Test(arguments: ["221144", "1577326", "1235", "Apple1?", "password"])
    func notWeakByTheSecondPredicate(password: String) {
        #expect(!PasswordStrength.isWeak(password, asSimplePIN: false))
    }

    @Test(arguments: [
        "525252", "098765", "666666", "123321", "456789", "876543", "159753", "271271", "5522", "5252", "4321", "12",
    ])
    func weakAsASimplePIN(password: String) {
        #expect(PasswordStrength.isWeak(password, asSimplePIN: true))
    }

    /// A PIN of four digits that counts up is weak only by the first predicate, unless it is a common one.
    @Test(arguments: ["666166", "1235", "3456", "77777", "abcd", "112221"])
    func notWeakAsASimplePIN(password: String) {
        #expect(!PasswordStrength.isWeak(password, asSimplePIN: true))
    }

    /// Characters, sets they draw on, and the length at which 35 bits are reached.
    @Test(arguments: [("a", 8), ("aA", 7), ("a1", 7), ("aA1", 6), ("aA1!", 6), ("!", 7), ("é", 7)])
    func lengthDecidesByTheSizeOfTheAlphabet(characters: String, sufficient: Int) {
        let text = String(repeating: characters, count: 10)
        #expect(!PasswordStrength.isWeak(String(text.prefix(sufficient))))
        #expect(PasswordStrength.isWeak(String(text.prefix(sufficient - 1))))
    }

    @Test func digitsOfOtherScriptsAreNoPIN() {
        #expect(!PasswordStrength.isWeak("١٢٣٤٥٦٧٨"))
    }

    @Test func aHundredNumbersAreCommon() {
        #expect(CommonPINs.fourDigits.count == 107)
        #expect(CommonPINs.fourDigits.allSatisfy { $0.count == 4 && Int($0) != nil })
        #expect(CommonPINs.sixDigits.count == 12)
    }
}
