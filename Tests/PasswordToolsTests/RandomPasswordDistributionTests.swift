import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// No bias: over the alphabet where nothing is required; within each class, and from place to place, where something
/// is.
@Suite struct RandomPasswordDistributionTests {
    /// How often each character stood at each place.
    static func counts(_ options: RandomPasswordOptions, rounds: Int, seed: UInt64) throws -> [[Int]] {
        let sampler = PasswordSampler(try CheckedOptions(options))
        let random = FastRandom(seed: seed)
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 128), count: sampler.length)
        let password = UnsafeMutableRawBufferPointer.allocate(byteCount: sampler.length, alignment: 1)
        defer { password.deallocate() }
        for _ in 0..<rounds {
            sampler.draw(into: password, uniform: random.uniform)
            for place in 0..<password.count { counts[place][Int(password[place])] += 1 }
        }
        return counts
    }

    static func isEven(_ observed: [Int]) -> Bool {
        let expected = Double(observed.reduce(0, +)) / Double(observed.count)
        return PasswordDistributionTests.chiSquared(observed, expected: expected)
            < PasswordDistributionTests.bound(observed.count - 1)
    }

    @Test func withoutRequiredClassesEveryCharacterIsEquallyLikelyAtEveryPlace() throws {
        let options = RandomPasswordOptions(forbiddenCharacters: "xyz")
        let alphabet = CharacterClass.usual.subtracting(CharacterClass("xyz")).values
        for place in try Self.counts(options, rounds: 20_000, seed: 4) {
            #expect(Self.isEven(alphabet.map { place[Int($0)] }))
        }
    }

    @Test func withRequiredClassesNoCharacterOfAClassIsFavouredAndNoPlace() throws {
        var options = RandomPasswordOptions(maxLength: 8, requiresDigits: true, requiresSymbols: true)
        options.required = [.upper, .lower]
        let counts = try Self.counts(options, rounds: 40_000, seed: 5)
        for one in [CharacterClass.lower, .upper, .digits, .symbols] {
            let characters = one.values.map(Int.init)
            #expect(Self.isEven(characters.map { character in counts.reduce(0) { $0 + $1[character] } }))
            #expect(Self.isEven(counts.map { place in characters.reduce(0) { $0 + place[$1] } }))
        }
    }

    /// The test above can fail: what is required is put at the front, as careless generators do.
    @Test func aFavouredPlaceWouldBeNoticed() throws {
        var counts = try Self.counts(RandomPasswordOptions(maxLength: 8), rounds: 10_000, seed: 6)
        counts[0][Int(UInt8(ascii: "7"))] += 1_000
        #expect(!Self.isEven(counts.map { place in CharacterClass.digits.values.reduce(0) { $0 + place[Int($1)] } }))
    }

    @Test func wordsAndDigitsAreEquallyLikely() throws {
        let generator = PasswordGenerator(uniform: SeededRandom(seed: 9).uniform)
        let options = MemorablePasswordOptions(words: 3, separator: .digit, addsDigit: true)
        var letters: [Character: Int] = [:]
        var separators = [Int](repeating: 0, count: 10)
        for _ in 0..<4_000 {
            let text = try generator.password(options).string()
            letters[text.first ?? " ", default: 0] += 1
            separators[text.split { $0.isLetter }.last?.last?.wholeNumberValue ?? 0] += 1
        }
        let expected = Dictionary(grouping: Words.all) { $0.first ?? " " }.mapValues {
            Double($0.count) * 4_000 / 7_776
        }
        let distance = expected.reduce(0) { sum, pair in
            let difference = Double(letters[pair.key] ?? 0) - pair.value
            return sum + difference * difference / pair.value
        }
        #expect(distance < PasswordDistributionTests.bound(expected.count - 1))
        #expect(Self.isEven(separators))
    }
}
