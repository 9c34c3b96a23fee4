import Secrets
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct RandomPasswordOptionsTests {
    let generator = PasswordGenerator(uniform: SeededRandom(seed: 21).uniform)

    static func options(_ change: (inout RandomPasswordOptions) -> Void) -> RandomPasswordOptions {
        var options = RandomPasswordOptions()
        change(&options)
        return options
    }

    @Test(
        arguments: [
            (nil, nil, 20), (30, nil, 30), (nil, 10, 10), (24, 40, 24), (5, 8, 8), (4, 512, 20), (512, nil, 512),
            (nil, 4, 4),
        ] as [(Int?, Int?, Int)])
    func aPasswordHasTwentyCharactersUnlessTheBoundsForbid(min: Int?, max: Int?, length: Int) throws {
        let password = try generator.password(RandomPasswordOptions(minLength: min, maxLength: max))
        #expect(password.string().count == length)
    }

    @Test(arguments: [(3, nil), (513, nil), (nil, 3), (nil, 513), (-1, nil), (nil, Int.max)] as [(Int?, Int?)])
    func aLengthOutOfBoundsIsAnError(min: Int?, max: Int?) {
        #expect(throws: PasswordOptionsError.self) {
            try generator.password(RandomPasswordOptions(minLength: min, maxLength: max)).string()
        }
    }

    /// Minimum and maximum of a request, and the length that comes out.
    @Test(
        arguments: [
            (nil, nil, 20), (60, nil, 50), (nil, 2, 4), (60, 70, 50), (0, 3, 4), (-5, 1000, 20), (30, 1000, 30),
            (0, 0, 4),
            (Int.min, Int.max, 20),
        ] as [(Int?, Int?, Int)])
    func aRequestIsBroughtIntoItsBounds(min: Int?, max: Int?, length: Int) throws {
        let options = try RandomPasswordOptions.forExtensionRequest(
            minLength: min, maxLength: max, requiresDigits: nil, requiresSymbols: nil, forbiddenCharacters: "")
        #expect(try generator.password(options).string().count == length)
    }

    /// Even if bringing both into the bounds would make them equal.
    @Test(arguments: [(10, 9), (2, 1), (80, 60)])
    func aRequestWithTheMinimumAboveTheMaximumIsAnError(min: Int, max: Int) {
        #expect(throws: PasswordOptionsError.self) {
            try RandomPasswordOptions.forExtensionRequest(
                minLength: min, maxLength: max, requiresDigits: nil, requiresSymbols: nil, forbiddenCharacters: "")
        }
    }

    @Test func thereAreTwentyNineSymbolsAndNoBackslash() {
        #expect(CharacterClass.symbols.count == 29)
        #expect(CharacterClass.usual.count == 91)
        #expect(!CharacterClass.usual.contains("\\"))
        #expect(!CharacterClass.producible.contains("\\") && !CharacterClass.producible.contains(" "))
        #expect(CharacterClass.producible.count == 93)
    }

    @Test func everyCharacterOfTheAlphabetOccursUnlessForbidden() throws {
        var options = RandomPasswordOptions(minLength: 512)
        #expect(try Self.characters(generator, options) == CharacterClass.usual)
        options.requiresSymbols = false
        #expect(try Self.characters(generator, options) == CharacterClass.alphanumeric)
        options = RandomPasswordOptions(minLength: 512, forbiddenCharacters: "abcABd\\é<")
        #expect(
            try Self.characters(generator, options) == CharacterClass.usual.subtracting(CharacterClass("abcABd")))
        options.avoidsLookAlikes = true
        #expect(try Self.characters(generator, options).intersection(.lookAlikes).isEmpty)
    }

    static func characters(_ generator: PasswordGenerator, _ options: RandomPasswordOptions) throws -> CharacterClass {
        var text = ""
        for _ in 0..<20 { text += try generator.password(options).string() }
        return CharacterClass(text)
    }

    /// Small letters are required, and at most one other character fits.
    @Test func classesAreKept() throws {
        let options = Self.options {
            $0.allowed = CharacterClass.digits.union(.lower)
            $0.required = [.lower, CharacterClass("7")]
            $0.maxLength = 8
        }
        for _ in 0..<200 {
            let text = try generator.password(options).string()
            #expect(text.contains("7") && text.contains { $0.isLowercase })
            #expect(CharacterClass(text).isSubset(of: CharacterClass.digits.union(.lower)))
        }
    }

    @Test(arguments: [(4, 20, 19), (5, 20, 20), (20, 20, 20), (4, 9, 9), (3, 4, 3)])
    func groupsFitIntoTheLength(size: Int, max: Int, length: Int) throws {
        let options = Self.options { ($0.groupSize, $0.maxLength) = (size, max) }
        guard length >= 4 else {
            // Three and a separator is a character too many, and three are too few.
            #expect(throws: PasswordOptionsError.self) { try generator.password(options).string() }
            return
        }
        let text = try generator.password(options).string()
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        #expect(text.count == length)
        #expect(groups.dropLast().allSatisfy { $0.count == size })
        #expect(groups.last.map { (1...size).contains($0.count) } == true)
    }

    /// What contradicts, and words for both sides of it.
    static let contradictions: [(RandomPasswordOptions, String, String)] = [
        (RandomPasswordOptions(minLength: 12, maxLength: 10), "minimum length 12", "maximum length 10"),
        (RandomPasswordOptions(requiresDigits: true, forbiddenCharacters: "0123456789"), "digits", "forbidden"),
        (
            RandomPasswordOptions(requiresSymbols: true, forbiddenCharacters: CharacterClass.symbols.characters),
            "symbols",
            "forbidden"
        ),
        (options { ($0.requiresDigits, $0.allowed) = (true, .lower) }, "digits", "allowed"),
        (
            options { ($0.requiresSymbols, $0.required) = (false, [.symbols]) }, "symbols is required",
            "symbols are excluded"
        ),
        (options { ($0.required, $0.avoidsLookAlikes) = ([CharacterClass("0O")], true) }, "“0O”", "look-alikes"),
        (options { ($0.allowed, $0.forbiddenCharacters) = (CharacterClass("abc"), "abc") }, "allowed", "forbidden"),
        (options { ($0.allowed, $0.maxConsecutive) = (CharacterClass("a"), 3) }, "in a row", "allowed and forbidden"),
        (
            options {
                $0.maxLength = 4
                $0.required = ["a", "b", "c", "d", "e"].map { CharacterClass($0) }
            }, "5 required classes", "length"
        ),
        (options { ($0.groupSize, $0.forbiddenCharacters) = (4, "-") }, "separator", "forbidden"),
        (options { ($0.groupSize, $0.requiresSymbols) = (4, false) }, "separator", "symbols are excluded"),
        (options { ($0.groupSize, $0.required) = (4, [CharacterClass("-")]) }, "“-”", "separator"),
        (options { $0.required = [CharacterClass("\\ ")] }, "required", "allowed"),
        (
            options { ($0.allowed, $0.required) = (CharacterClass("a\\"), [CharacterClass("\\")]) }, "required",
            "never drawn"
        ),
    ]

    @Test(arguments: contradictions.indices)
    func aContradictionNamesBothRules(index: Int) {
        let (options, one, other) = Self.contradictions[index]
        let error = #expect(throws: PasswordOptionsError.self) { try generator.password(options).string() }
        #expect(error?.reason.contains(one) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains(other) == true, "\(error?.reason ?? "")")
    }

    @Test func nonsenseIsAnError() {
        let nonsense: [RandomPasswordOptions] = [
            Self.options { $0.maxConsecutive = 0 }, Self.options { $0.maxConsecutive = -1 },
            Self.options { $0.groupSize = 0 }, Self.options { ($0.groupSize, $0.separator) = (4, "x") },
            Self.options { ($0.groupSize, $0.separator) = (4, "é") }, Self.options { $0.allowed = CharacterClass("") },
            Self.options { $0.required = [CharacterClass("")] },
            Self.options { $0.required = "abcdefghi".map { CharacterClass(String($0)) } },
        ]
        for options in nonsense {
            #expect(throws: PasswordOptionsError.self) { try generator.password(options).string() }
        }
    }

    /// One character may stand for several classes.
    @Test func overlappingClassesNeedFewerCharacters() throws {
        let options = Self.options {
            $0.maxLength = 4
            $0.required = [
                CharacterClass("ab"), CharacterClass("bc"), CharacterClass("cd"), CharacterClass("de"),
                CharacterClass("xy"),
                CharacterClass("yz"),
            ]
        }
        let text = try generator.password(options).string()
        for one in options.required { #expect(text.contains { one.contains($0) }) }
    }

    @Test func nothingPrintsAPassword() throws {
        let password = try PasswordGenerator().password(RandomPasswordOptions())
        #expect(password.secret.description == "[redacted]")
        let secret = password.takeSecret()
        #expect(secret.count == 20)
    }
}
