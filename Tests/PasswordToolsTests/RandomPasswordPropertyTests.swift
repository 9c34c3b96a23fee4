import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// A million passwords for each set of options, and every one of them meets it.
@Suite struct RandomPasswordPropertyTests {
    static let sets: [RandomPasswordOptions] = [
        RandomPasswordOptions(),
        RandomPasswordOptions(requiresDigits: true, requiresSymbols: true),
        RandomPasswordOptions(requiresDigits: false, requiresSymbols: false),
        RandomPasswordOptions(maxLength: 4, requiresDigits: true, requiresSymbols: true),
        RandomPasswordOptions(maxLength: 8, requiresDigits: true, forbiddenCharacters: "012345678abcABC!\\é"),
        RandomPasswordOptionsTests.options {
            $0.requiresDigits = true
            $0.required = [.lower, .upper, .symbols]
            $0.maxLength = 10
            $0.avoidsLookAlikes = true
        },
        RandomPasswordOptionsTests.options {
            $0.allowed = CharacterClass("abcd12")
            $0.maxConsecutive = 1
            $0.required = [CharacterClass("12")]
        },
        RandomPasswordOptionsTests.options {
            $0.groupSize = 5
            $0.separator = "_"
            $0.maxConsecutive = 2
            $0.allowed = CharacterClass.lower.union(.digits)
            $0.requiresDigits = true
        },
        RandomPasswordOptionsTests.options {
            $0.minLength = 20
            $0.maxLength = 64
            $0.required = [.lower, .upper, .digits]
            $0.allowed = CharacterClass.alphanumeric.union(CharacterClass("-_."))
            $0.maxConsecutive = 2
        },
    ]

    @Test(arguments: sets.indices)
    func everyPasswordMeetsItsOptions(index: Int) throws {
        let options = Self.sets[index]
        let sampler = PasswordSampler(try CheckedOptions(options))
        let check = Check(options)
        let random = FastRandom(seed: UInt64(index) + 1)
        let password = UnsafeMutableRawBufferPointer.allocate(byteCount: sampler.length, alignment: 1)
        defer { password.deallocate() }
        var wrong = 0
        for _ in 0..<Rounds.of(1_000_000) {
            sampler.draw(into: password, uniform: random.uniform)
            if !check.isMet(by: password) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    /// The check above can fail.
    @Test func theCheckNoticesEveryRule() {
        let options = RandomPasswordOptionsTests.options {
            $0.requiresDigits = true
            $0.requiresSymbols = true
            $0.maxConsecutive = 2
            $0.maxLength = 8
            $0.forbiddenCharacters = "x"
        }
        let check = Check(options)
        for (text, isMet) in [
            ("abc1-def", true), ("abcd-efg", false), ("abc1defg", false), ("abx1-def", false), ("aaa1-def", false),
            ("abc1-de", true), ("abc1-defg", false), ("ab\\1-def", false), ("a1-", false),
        ] {
            var bytes = Array(text.utf8)
            #expect(bytes.withUnsafeMutableBytes { check.isMet(by: $0) } == isMet, "\(text)")
        }
    }

    /// What options mean, said another way than the generator does.
    struct Check {
        let lengths: ClosedRange<Int>
        let allowed: [Bool]
        let required: [[Bool]]
        let maxRun: Int
        let groupSize: Int?
        let separator: UInt8?

        init(_ options: RandomPasswordOptions) {
            lengths = (options.minLength ?? 4)...(options.maxLength ?? 512)
            let isSymbol = { (byte: UInt8) in !Character(UnicodeScalar(byte)).isLetter && !(48...57).contains(byte) }
            let usual = Set((options.allowed ?? .usual).characters.utf8)
            let forbidden = Set(options.forbiddenCharacters.utf8)
            allowed = (0...255).map { byte in
                usual.contains(byte) && byte != UInt8(ascii: "\\") && !forbidden.contains(byte)
                    && !(options.requiresSymbols == false && isSymbol(byte))
                    && !(options.avoidsLookAlikes && "ijlIOo01|'`.,".utf8.contains(byte))
            }
            var required = options.required.map { one in (0...255).map { one.contains(UInt8($0)) } }
            if options.requiresDigits == true { required.append((0...255).map { (48...57).contains($0) }) }
            if options.requiresSymbols == true { required.append((0...255).map { $0 > 32 && isSymbol(UInt8($0)) }) }
            self.required = required
            maxRun = options.maxConsecutive ?? .max
            groupSize = options.groupSize
            separator = options.groupSize.flatMap { _ in options.separator.asciiValue }
        }

        func isMet(by password: UnsafeMutableRawBufferPointer) -> Bool {
            guard lengths.contains(password.count) else { return false }
            var run = 0
            var last: UInt8 = 0
            var met = 0
            for (index, byte) in password.enumerated() {
                if let groupSize, index % (groupSize + 1) == groupSize {
                    guard byte == separator else { return false }
                    continue
                }
                guard allowed[Int(byte)], byte != separator else { return false }
                run = byte == last ? run + 1 : 1
                guard run <= maxRun else { return false }
                for index in 0..<required.count where required[index][Int(byte)] { met |= 1 << index }
                last = byte
            }
            return met == 1 << required.count - 1
        }
    }
}

/// Numbers that look random, quickly and for one thread: xorshift64*, cut to a bound by multiplication. The share of
/// numbers that this favours is below one in four thousand million.
final class FastRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    func uniform(_ bound: UInt32) -> UInt32 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        let number = (state &* 0x2545_f491_4f6c_dd1d) >> 32
        return UInt32(truncatingIfNeeded: (number &* UInt64(bound)) >> 32)
    }
}
