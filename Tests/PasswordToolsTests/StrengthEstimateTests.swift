import Secrets
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct StrengthEstimateTests {
    static func estimate(_ text: String, knowing words: [String] = []) -> StrengthEstimate {
        StrengthEstimate(of: SecretBytes(copying: text.utf8), knowing: words)
    }

    @Test(arguments: [
        ("", StrengthEstimate.Rating.veryWeak), ("password", .veryWeak), ("qwertyuiop", .veryWeak),
        ("aaaaaaaaaaaaaaaa", .veryWeak),
        ("1998-11-22", .veryWeak), ("Tr0ub4dour&3", .weak), ("correcthorsebatterystaple", .fair),
        ("rWibMFACxAUGZmxhVncy", .veryStrong),
    ])
    func aPasswordIsRated(text: String, rating: StrengthEstimate.Rating) {
        #expect(Self.estimate(text).rating == rating, "\(Self.estimate(text).bits)")
    }

    @Test func wordsThatAnAttackerKnowsMakeAPasswordWeaker() {
        let alone = Self.estimate("Wolkenkuckuck")
        let known = Self.estimate("Wolkenkuckuck", knowing: ["alice", "WolkenKuckuck"])
        #expect(known.bits < alone.bits / 2)
        #expect(Self.estimate("Wolkenkuckuck", knowing: ["", String(repeating: "x", count: 10_000)]) == alone)
        #expect(Self.estimate("Wolkenkuckuck", knowing: Array(repeating: "bob", count: 10_000)) == alone)
    }

    @Test func onlyTheBeginningOfALongPasswordIsLookedAt() {
        let beginning = "rWibMFACxAUGZmxhVncy" + String(repeating: "zQ", count: 40)
        #expect(!Self.estimate(beginning).isLowerBound)
        let long = Self.estimate(beginning + String(repeating: "a", count: 1_000_000))
        #expect(long.isLowerBound && long.bits == Self.estimate(beginning).bits)
    }

    /// A zero byte ends a string of C's.
    @Test func charactersAfterAZeroByteCount() {
        #expect(Self.estimate("a\0rWibMFACxAUGZmxhVncy").bits > 65)
    }

    @Test func ratingsAscendWithTheBits() {
        #expect(
            StrengthEstimate.Rating.allCases.map(\.rawValue) == ["very weak", "weak", "fair", "strong", "very strong"])
    }
}
