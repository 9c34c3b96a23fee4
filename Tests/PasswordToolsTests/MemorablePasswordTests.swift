import Crypto
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct MemorablePasswordTests {
    let generator = PasswordGenerator(uniform: SeededRandom(seed: 31).uniform)

    @Test func theWordsAreThousandsAndNoneBeginsAnother() {
        #expect(Words.all.count == 7_776)
        #expect(Words.all == Words.all.sorted() && Set(Words.all).count == Words.all.count)
        for word in Words.all {
            #expect((3...8).contains(word.count) && word.allSatisfy { CharacterClass.lower.contains($0) })
        }
        // In alphabetical order a word stands right before those that begin with it.
        for (word, next) in zip(Words.all, Words.all.dropFirst()) { #expect(!next.hasPrefix(word)) }
    }

    @Test(arguments: [3, 5, 20])
    func aPasswordHasTheWordsThatWereAskedFor(count: Int) throws {
        let password = try generator.password(MemorablePasswordOptions(words: count))
        let words = password.string().split(separator: "-").map(String.init)
        #expect(words.count == count && words.allSatisfy(Words.all.contains))
        #expect(abs(password.entropy.bits - Double(count) * 12.9248) < 0.01)
    }

    @Test func optionsDetermineTheShapeOfThePassword() throws {
        var options = MemorablePasswordOptions(words: 4, separator: .fixed(". "), capitalizes: true, addsDigit: true)
        let password = try generator.password(options)
        let parts = password.string().components(separatedBy: ". ")
        #expect(parts.count == 4 && parts.allSatisfy { $0.first?.isUppercase == true })
        #expect(parts.count { $0.last?.isNumber == true } == 1)
        #expect(abs(password.entropy.bits - (4 * 12.9248 + 5.3219)) < 0.01)
        options = MemorablePasswordOptions(words: 3, separator: .fixed(""))
        #expect(try generator.password(options).string().allSatisfy { $0.isLowercase })
        options.separator = .digitOrSymbol
        #expect(try generator.password(options).string().count { !$0.isLetter } == 2)
        #expect(abs(try generator.password(options).entropy.bits - (3 * 12.9248 + 2 * 5.2854)) < 0.01)
    }

    @Test func impossibleOptionsAreAnError() {
        for options in [
            MemorablePasswordOptions(words: 2), MemorablePasswordOptions(words: 21),
            MemorablePasswordOptions(words: -1),
            MemorablePasswordOptions(separator: .fixed("-----")), MemorablePasswordOptions(separator: .fixed("a")),
            MemorablePasswordOptions(separator: .fixed("é")), MemorablePasswordOptions(separator: .fixed("\n")),
        ] {
            #expect(throws: PasswordOptionsError.self) { try generator.password(options).string() }
        }
    }
}

@Suite struct PINTests {
    @Test(arguments: [4, 5, 6, 8, 12, 512])
    func aPINHasItsDigitsAndIsNotWeak(count: Int) throws {
        let pin = try PasswordGenerator().pin(digits: count)
        let text = pin.string()
        #expect(text.count == count && text.allSatisfy { CharacterClass.digits.contains($0) })
        #expect(!PasswordStrength.isWeak(text, asSimplePIN: count == 4 || count == 6))
        #expect(pin.entropy.isLowerBound && pin.entropy.bits <= Double(count) * 3.3220)
        #expect(pin.entropy.bits > Double(count) * 3.3219 - 1)
    }

    @Test(arguments: [-1, 0, 3, 513])
    func otherLengthsAreErrors(count: Int) {
        #expect(throws: PasswordOptionsError.self) { try PasswordGenerator().pin(digits: count).string() }
    }

    @Test func entropyOfPINsIsNotOverstated() {
        for (count, isSimple) in [(4, true), (5, false)] {
            let all = (0..<(0..<count).reduce(1) { power, _ in power * 10 }).map {
                let digits = String($0)
                return String(repeating: "0", count: count - digits.count) + digits
            }
            let strong = all.count { !PasswordStrength.isWeak($0, asSimplePIN: isSimple) }
            let said = PasswordGenerator.pinEntropy(count).bits
            #expect(BigNumber(strong).logarithm >= said && BigNumber(strong).logarithm < said + 0.5)
        }
    }

    @Test(arguments: [
        (PasswordType.safari, 117.15), (.iCloudRecovery, 120), (.wifi, 62.04), (.pin, 13.24), (.iCloudRecoveryKey, 130),
        (.sharedWebCredential, 68.5),
    ])
    func aTypeSaysItsEntropy(type: PasswordType, bits: Double) {
        #expect(abs(type.entropy.bits - bits) < 0.7, "\(type.entropy.bits)")
    }
}
