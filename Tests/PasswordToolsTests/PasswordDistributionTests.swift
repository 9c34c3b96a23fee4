import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// No character and no place is favoured. The seeds are fixed, so that the figures are the same in every run; the bounds are
/// six standard deviations of chi-squared, which a generator that takes remainders of a byte exceeds many times over.
@Suite struct PasswordDistributionTests {
    static func chiSquared(_ counts: [Int], expected: Double) -> Double {
        counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    static func bound(_ degrees: Int) -> Double { Double(degrees) + 6 * (2 * Double(degrees)).squareRoot() }

    @Test(arguments: [PasswordType.safari, .iCloudRecovery, .wifi])
    func everyCharacterIsEquallyLikelyAtEveryPlace(type: PasswordType) {
        let generator = PasswordGenerator(uniform: SeededRandom(seed: 7).uniform)
        let alphabet = Array(type.alphabet)
        let rounds = 20_000
        var counts = Array(repeating: [Character: Int](), count: type.length)
        for _ in 0..<rounds {
            for (place, character) in generator.password(of: type).filter({ $0 != "-" }).enumerated() {
                counts[place][character, default: 0] += 1
            }
        }
        for place in counts {
            let observed = alphabet.map { place[$0] ?? 0 }
            let expected = Double(rounds) / Double(alphabet.count)
            #expect(Self.chiSquared(observed, expected: expected) < Self.bound(alphabet.count - 1))
        }
    }

    /// The test above can fail: the same figures for a source that takes a byte's remainder.
    @Test func aRemainderWouldBeNoticed() {
        let random = SeededRandom(seed: 7)
        let generator = PasswordGenerator(uniform: { random.uniform(256) % $0 })
        let alphabet = Array(PasswordType.safari.alphabet)
        var counts: [Character: Int] = [:]
        for _ in 0..<20_000 {
            counts[Character(String(generator.password(of: .safari).prefix(1))), default: 0] += 1
        }
        let observed = alphabet.map { counts[$0] ?? 0 }
        #expect(Self.chiSquared(observed, expected: 20_000 / 58) > Self.bound(57))
    }

    @Test func everyPINThatIsNotWeakIsEquallyLikely() {
        let generator = PasswordGenerator(uniform: SeededRandom(seed: 3).uniform)
        let possible = (0..<10_000).map { String(String($0 + 10_000).dropFirst()) }
            .filter { !PasswordStrength.isWeak($0, asSimplePIN: true) }
        var counts: [String: Int] = [:]
        let rounds = possible.count * 20
        for _ in 0..<rounds { counts[generator.password(of: .pin), default: 0] += 1 }
        #expect(Set(counts.keys).isSubset(of: possible))
        #expect(Self.chiSquared(possible.map { counts[$0] ?? 0 }, expected: 20) < Self.bound(possible.count - 1))
    }

    /// What is required may stand anywhere.
    @Test func requiredCharactersFavourNoPlace() throws {
        var requirements = PasswordRequirements(
            minLength: 10, maxLength: 10, allowedCharacters: "abcdefghijklmnopqrstuvwxyz0123456789",
            requiredCharacters: ["0123456789"])
        requirements.containsNoMoreThan = .init(count: 1, characters: "0123456789")
        let generator = PasswordGenerator(uniform: SeededRandom(seed: 5).uniform)
        var places = Array(repeating: 0, count: 10)
        for _ in 0..<5_000 {
            let password = try generator.password(of: .safari, requirements: requirements)
            for (place, character) in password.enumerated() where character.isNumber { places[place] += 1 }
        }
        #expect(places.reduce(0, +) == 5_000)
        #expect(Self.chiSquared(places, expected: 500) < Self.bound(9))
    }
}
