import Crypto
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// keychain-services 7.1 and 7.2, and case K1.
@Suite struct PasswordTypeTests {
    let generator = PasswordGenerator(uniform: SeededRandom(seed: 1).uniform)

    @Test(arguments: [
        (PasswordType.safari, 5, 4), (.iCloudRecovery, 6, 4), (.wifi, 3, 4), (.pin, 1, 4), (.iCloudRecoveryKey, 7, 4),
        (.sharedWebCredential, 4, 3),
    ])
    func aPasswordHasTheGroupsOfItsType(type: PasswordType, groups: Int, size: Int) {
        for _ in 0..<200 {
            let parts = generator.password(of: type).split(separator: "-", omittingEmptySubsequences: false)
            #expect(parts.map(\.count) == Array(repeating: size, count: groups))
            #expect(parts.joined().allSatisfy { type.alphabet.contains($0) })
        }
    }

    @Test(
        arguments: [
            (.safari, 0, 58, "lIO0"), (.iCloudRecovery, 1, 32, "IO01"), (.wifi, 2, 36, "-A"), (.pin, 3, 10, "a"),
            (.iCloudRecoveryKey, 4, 32, "IO01"), (.sharedWebCredential, nil, 55, "ijlIO01"),
        ] as [(PasswordType, Int?, Int, String)])
    func anAlphabetHasEachOfItsCharactersOnce(type: PasswordType, number: Int?, size: Int, without: String) {
        #expect(type.number == number)
        #expect(type.alphabet.count == size)
        #expect(Set(type.alphabet).count == size)
        #expect(!without.contains { type.alphabet.contains($0) })
    }

    @Test func everyTypeWorksWithTheSystemsRandomness() {
        for type in PasswordType.all {
            #expect(PasswordGenerator().password(of: type) != PasswordGenerator().password(of: type) || type == .pin)
        }
    }

    /// With a source that always gives 0 the 26 characters are known, and with them the digest.
    @Test func theLastTwoCharactersOfARecoveryKeyAreComputedFromTheOthers() {
        let key = PasswordGenerator(uniform: { _ in 0 }).password(of: .iCloudRecoveryKey).filter { $0 != "-" }
        let digest = Array(SHA256.hash(data: Array(String(repeating: "A", count: 26).utf8)))
        let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        #expect(key.dropLast(2).allSatisfy { $0 == "A" })
        #expect(String(key.suffix(2)) == String([alphabet[Int(digest[0]) % 32], alphabet[Int(digest[1]) % 32]]))
    }

    @Test func aMistypedRecoveryKeyIsNoticed() {
        let key = generator.password(of: .iCloudRecoveryKey)
        #expect(PasswordGenerator.isRecoveryKeyIntact(key))
        #expect(PasswordGenerator.isRecoveryKeyIntact(key.filter { $0 != "-" }))
        // Two characters notice 1,023 of 1,024 errors: of 27 single ones hardly any passes, and with this seed none.
        for index in key.indices where key[index] != "-" {
            var wrong = key
            wrong.replaceSubrange(index...index, with: key[index] == "A" ? "B" : "A")
            #expect(!PasswordGenerator.isRecoveryKeyIntact(wrong))
        }
        #expect(!PasswordGenerator.isRecoveryKeyIntact(""))
        #expect(!PasswordGenerator.isRecoveryKeyIntact(String(key.dropLast())))
    }

    @Test func aWebCredentialHasEveryKindOfCharacter() {
        for _ in 0..<500 {
            let password = generator.password(of: .sharedWebCredential)
            #expect(password.contains { $0.isLowercase })
            #expect(password.contains { $0.isUppercase })
            #expect(password.contains { "3456789".contains($0) })
        }
    }

    @Test func weakPINsAreDrawnAgain() {
        // 1 2 3 4, then 6 6 6 6, then 8 0 6 2.
        let digits = WrittenDown([1, 2, 3, 4, 6, 6, 6, 6, 8, 0, 6, 2])
        #expect(PasswordGenerator(uniform: digits.next).password(of: .pin) == "8062")
    }

    @Test func randomDigitsAreAtLeastFourAndNeverWeak() throws {
        #expect(throws: PasswordRequirementsError.self) { try generator.digits(3) }
        for count in 4...12 {
            for _ in 0..<50 {
                let digits = try generator.digits(count)
                #expect(digits.count == count && digits.allSatisfy { "0123456789".contains($0) })
                #expect(!PasswordStrength.isWeak(digits, asSimplePIN: count == 4 || count == 6))
            }
        }
    }
}
