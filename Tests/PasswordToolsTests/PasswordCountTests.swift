import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct PasswordCountTests {
    /// An alphabet, required classes, a length, a limit of identical characters in a row.
    static let cases: [(String, [String], Int, Int)] = [
        ("a", [], 4, 4), ("ab", [], 5, 5), ("ab", [], 5, 1), ("ab", [], 6, 2), ("abc", [], 5, 1), ("abc", ["a"], 5, 2),
        ("abcd", ["a", "b"], 4, 4), ("abcd", ["a", "b", "c", "d"], 4, 4), ("abcd", ["ab", "bc"], 5, 1),
        ("abcd", ["ab", "bc", "cd"], 4, 2), ("abcde", ["a", "bcd"], 5, 3), ("abc", ["abc"], 5, 2),
    ]

    static func all(_ alphabet: String, _ required: [String], _ length: Int, _ maxRun: Int) -> [String] {
        var words = [""]
        for _ in 0..<length { words = words.flatMap { word in alphabet.map { word + String($0) } } }
        return words.filter { word in
            required.allSatisfy { one in word.contains { one.contains($0) } }
                && PasswordStrength.longestRun(Array(word)) <= maxRun
        }
    }

    @Test(arguments: cases.indices)
    func passwordsAreCounted(index: Int) {
        let (alphabet, required, length, maxRun) = Self.cases[index]
        let count = PasswordCount(
            alphabet: CharacterClass(alphabet), required: required.map { CharacterClass($0) }, length: length,
            maxRun: maxRun)
        #expect(count.total == BigNumber(Self.all(alphabet, required, length, maxRun).count))
    }

    /// Drawn by its number, and drawn blindly until it fits: each password is as likely as any other.
    @Test(arguments: cases.indices, [true, false])
    func everyPasswordIsEquallyLikely(index: Int, byNumber: Bool) throws {
        let (alphabet, required, length, maxRun) = Self.cases[index]
        var options = RandomPasswordOptions(minLength: length, maxLength: length)
        options.allowed = CharacterClass(alphabet)
        options.required = required.map { CharacterClass($0) }
        options.maxConsecutive = alphabet.count > 1 ? maxRun : nil
        let sampler = PasswordSampler(try CheckedOptions(options))
        let possible = Self.all(alphabet, required, length, maxRun)
        let random = SeededRandom(seed: UInt64(index))
        var counts: [String: Int] = [:]
        var bytes = [UInt8](repeating: 0, count: length)
        for _ in 0..<possible.count * 20 {
            bytes.withUnsafeMutableBytes {
                byNumber ? sampler.drawByNumber($0, random.uniform) : sampler.draw(into: $0, uniform: random.uniform)
            }
            counts[String(decoding: bytes, as: UTF8.self), default: 0] += 1
        }
        #expect(Set(counts.keys).isSubset(of: possible))
        let observed = possible.map { counts[$0] ?? 0 }
        #expect(
            PasswordDistributionTests.chiSquared(observed, expected: 20)
                < PasswordDistributionTests.bound(max(possible.count - 1, 1)))
    }

    @Test func theEntropyIsTheLogarithmOfTheirNumber() throws {
        let generator = PasswordGenerator()
        let plain = try generator.password(RandomPasswordOptions()).entropy
        #expect(abs(plain.bits - 130.1559) < 0.001 && !plain.isLowerBound)
        let longest = try generator.password(RandomPasswordOptions(minLength: 512)).entropy
        #expect(abs(longest.bits - 512 * 6.50779) < 0.01)
        // 10 digits of 4 different ones: 4^10, less 4 × 3^10, and so on.
        var options = RandomPasswordOptions(maxLength: 10)
        options.allowed = CharacterClass("1234")
        options.required = ["1", "2", "3", "4"].map { CharacterClass($0) }
        let few = try generator.password(options).entropy
        #expect(abs(few.bits - 19.6426) < 0.001)
    }

    /// Blind drawing would find one in a number of 24 digits, or never.
    @Test(
        arguments: [
            ("abcdefghij", 10, ["a", "b", "c", "d", "e", "f", "g", "h"], nil), ("01", 512, ["0", "1"], 1),
            (CharacterClass.usual.characters, 8, ["a", "b", "c", "d", "e", "f", "g", "h"], 1),
            ("0123456789", 512, ["7"], 1),
        ] as [(String, Int, [String], Int?)])
    func rarePasswordsAreFound(alphabet: String, length: Int, required: [String], maxRun: Int?) throws {
        var options = RandomPasswordOptions(minLength: length, maxLength: length)
        options.allowed = CharacterClass(alphabet)
        options.required = required.map { CharacterClass($0) }
        options.maxConsecutive = maxRun
        let text = try PasswordGenerator().password(options).string()
        #expect(text.count == length && required.allSatisfy(text.contains))
        #expect(PasswordStrength.longestRun(Array(text)) <= maxRun ?? length)
    }
}

@Suite struct BigNumberTests {
    static let large = (0..<5).reduce(BigNumber(1)) { number, _ in number * Int.max }

    @Test func subtractionReversesAddition() {
        var number = Self.large
        number += Self.large
        #expect(number == Self.large * 2)
        number -= Self.large
        #expect(number == Self.large)
        number -= Self.large
        #expect(number.isZero && number == .zero && number < BigNumber(1))
        var carrying = BigNumber(Int.max) * 2
        carrying += BigNumber(1)
        carrying += BigNumber(1)
        #expect(carrying.digits == [0, 1] && carrying.bitWidth == 65 && carrying.logarithm == 64)
        carrying -= BigNumber(1)
        #expect(carrying.digits == [UInt64.max])
    }

    @Test func aRandomNumberIsBelowItsBound() {
        let random = SeededRandom(seed: 2)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<5_000 {
            let number = BigNumber.random(below: BigNumber(10), uniform: random.uniform)
            counts[Int(number.digits.first ?? 0)] += 1
        }
        #expect(PasswordDistributionTests.chiSquared(counts, expected: 500) < PasswordDistributionTests.bound(9))
        for _ in 0..<200 {
            #expect(BigNumber.random(below: Self.large, uniform: random.uniform) < Self.large)
        }
    }
}
