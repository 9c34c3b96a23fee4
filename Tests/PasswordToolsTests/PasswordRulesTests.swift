import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// The odd cases are those of Apple's parser, which sites write their rules for.
@Suite struct PasswordRulesTests {
    static func parsed(_ text: String) throws -> PasswordRules { try PasswordRules(parsing: text) }

    @Test func aUsualTextIsRead() throws {
        let rules = try Self.parsed(
            "minlength: 20; maxlength: 64; required: lower; required: upper; required: digit; allowed: [-_.]; max-consecutive: 2;"
        )
        #expect(rules.minLength == 20 && rules.maxLength == 64 && rules.maxConsecutive == 2)
        #expect(rules.required == [.lower, .upper, .digits])
        #expect(rules.allowed == CharacterClass.alphanumeric.union(CharacterClass("-_.")))
        #expect(rules.ignored.isEmpty)
    }

    /// A class in brackets, and the characters that it has.
    @Test(arguments: [
        ("[a]", "a"), ("[abc01A]", "abc01A"), ("[bab]", "ab"), ("[ ]", " "), ("[-]", "-"), ("[a-]", "a"),
        ("[a-z]", "az"),
        ("[-a]", "-a"), ("[--]", "-"), ("[]]", "]"), ("[a]]", "a]"), ("[-a]]", "-a]"), ("[a☃b]", "ab"),
        ("[,;:]", ",;:"),
        ("[[]", "["), ("[\"'`]", "\"'`"), ("[a], [b]", "ab"), ("[], [b]", "b"), ("[a]], [b]", "a]b"), ("[\\]", "\\"),
        ("[a\u{7}\nb]", "ab"),
    ])
    func aClassInBracketsHasOddRules(text: String, characters: String) throws {
        #expect(try Self.parsed("allowed: \(text)").allowed == CharacterClass(characters))
        let rules = try Self.parsed("required: \(text); minlength: 9")
        #expect(rules.required == [CharacterClass(characters)] && rules.minLength == 9)
    }

    @Test(arguments: [
        "[", "[a", "[]", "[☃]", "[]a]", "[a]b]", "[abc]]]", "lower upper", "lower,", "lower,,upper", "lower, dummy",
        "1", "a",
    ])
    func aListThatMakesNoSenseIsIgnored(text: String) throws {
        let rules = try Self.parsed("allowed: \(text)")
        #expect(rules.allowed == nil && rules.ignored.count == 1)
    }

    @Test(arguments: [
        ("lower", CharacterClass.lower), ("UPPER", .upper), ("DiGiT", .digits), ("ascii-printable", .usual),
        ("unicode", .usual),
        ("special", CharacterClass("!@#$%^&*()_-+=|[]{}'\";.,>?~`")),
        ("lower,upper", CharacterClass.lower.union(.upper)),
        ("lower ,\t[1]", CharacterClass.lower.union(CharacterClass("1"))),
    ])
    func aNamedClassIsRead(text: String, characters: CharacterClass) throws {
        #expect(try Self.parsed("required:\(text)").required == [characters])
    }

    @Test func ofRepeatedPropertiesTheStrictestHolds() throws {
        let rules = try Self.parsed(
            "minlength: 12; minlength: 7; minlength: 23; maxlength: 30; maxlength: 26; max-consecutive: 3; max-consecutive: 1;"
                + "max-consecutive: 5; allowed: [a]; allowed: [b]")
        #expect(rules.minLength == 23 && rules.maxLength == 26 && rules.maxConsecutive == 1)
        #expect(rules.allowed == CharacterClass("ab"))
    }

    @Test func unknownAndMalformedRulesAreSkipped() throws {
        let rules = try Self.parsed(
            " ;; Dummy: [;]; minlength 4; MINLENGTH : 9 ;maxlength: 1+1; max-consecutive: ; required; ☃; x-y: z; required: digit ;"
        )
        #expect(rules.minLength == 9 && rules.maxLength == nil && rules.maxConsecutive == nil)
        #expect(rules.required == [.digits])
        #expect(
            rules.ignored == [
                "Dummy: [;]", "minlength 4", "maxlength: 1+1", "max-consecutive: ", "required", "☃", "x-y: z",
            ])
    }

    @Test(arguments: ["", " ", ";", "\n\t", "[", "]", ":", "::;;", "allowed", "minlength: 0", "minlength: -1"])
    func anEmptyTextAsksForNothing(text: String) throws {
        let rules = try Self.parsed(text)
        #expect(rules.minLength == nil && rules.allowed == nil && rules.required.isEmpty)
        #expect(try PasswordGenerator().password(RandomPasswordOptions(rules)).string().count == 20)
    }

    @Test func aHostileTextIsLimited() throws {
        #expect(throws: PasswordOptionsError.self) { try Self.parsed(String(repeating: "a", count: 4097)) }
        let huge = try Self.parsed("minlength: 99999999999999999999999999; maxlength: 99999999999999999999999999999")
        #expect(huge.minLength == 1_000_000)
        #expect(throws: PasswordOptionsError.self) {
            try PasswordGenerator().password(RandomPasswordOptions(huge)).string()
        }
        for text in [String(repeating: "[", count: 4096), String(repeating: "required:[a];", count: 300)] {
            _ = try Self.parsed(text)
        }
    }

    @Test(arguments: [
        ("minlength: 8; maxlength: 2000", 20), ("minlength: 2; maxlength: 8", 8), ("maxlength: 12", 12),
        ("minlength: 30", 30),
    ])
    func theLengthIsTwentyWithinTheBounds(text: String, length: Int) throws {
        let options = RandomPasswordOptions(try Self.parsed(text))
        #expect(try PasswordGenerator().password(options).string().count == length)
    }

    @Test func aClassMayAskForCharactersThatAreNotUsual() throws {
        let options = RandomPasswordOptions(try Self.parsed("required: [<:]; required: lower; maxlength: 6"))
        let text = try PasswordGenerator().password(options).string()
        #expect(text.contains { "<:".contains($0) } && text.contains { $0.isLowercase })
        #expect(throws: PasswordOptionsError.self) {
            try PasswordGenerator().password(RandomPasswordOptions(Self.parsed("required: [\\ ]; allowed: lower")))
                .string()
        }
    }
}
