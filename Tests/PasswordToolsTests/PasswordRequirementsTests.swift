import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// keychain-services 7.1 and case K3.
@Suite struct PasswordRequirementsTests {
    let generator = PasswordGenerator(uniform: SeededRandom(seed: 11).uniform)
    static let letters = "abcdefghijklmnopqrstuvwxyz"
    static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let digits = "0123456789"

    static func usual(_ change: (inout PasswordRequirements) -> Void = { _ in }) -> PasswordRequirements {
        var requirements = PasswordRequirements(
            minLength: 12, maxLength: 32, allowedCharacters: letters + capitals + digits,
            requiredCharacters: [letters, capitals, digits])
        change(&requirements)
        return requirements
    }

    static let unsatisfiable: [(String, PasswordRequirements)] = [
        ("min above max", usual { ($0.minLength, $0.maxLength) = (20, 12) }),
        ("no min", usual { $0.minLength = nil }),
        ("no max", usual { $0.maxLength = nil }),
        ("no allowed characters", usual { $0.allowedCharacters = nil }),
        ("no required sets", usual { $0.requiredCharacters = nil }),
        ("empty allowed characters", usual { $0.allowedCharacters = "" }),
        ("empty array of sets", usual { $0.requiredCharacters = [] }),
        ("a set outside the allowed ones", usual { $0.requiredCharacters = ["!?"] }),
        ("an empty set", usual { $0.requiredCharacters = [""] }),
        ("everything disallowed", usual { $0.disallowedCharacters = $0.allowedCharacters ?? "" }),
        ("no start", usual { $0.cantStartWithCharacters = $0.allowedCharacters ?? "" }),
        ("no end", usual { $0.cantEndWithCharacters = $0.allowedCharacters ?? "" }),
        ("more than fit", usual { $0.containsAtLeast = .init(count: 33, characters: digits) }),
        (
            "at least and at most",
            usual {
                $0.containsAtLeast = .init(count: 3, characters: digits)
                $0.containsNoMoreThan = .init(count: 2, characters: digits)
            }
        ),
        ("no character in a row", usual { $0.noMoreThanConsecutiveIdenticalCharacters = 0 }),
        ("a size without a number of groups", usual { $0.groupSize = 4 }),
        ("groups that do not fit", usual { ($0.groupSize, $0.numberOfGroups) = (10, 10) }),
        ("negative length", usual { ($0.minLength, $0.maxLength) = (-5, -1) }),
        ("length beyond reason", usual { ($0.minLength, $0.maxLength) = (Int.max, Int.max) }),
        (
            "nothing strong enough",
            PasswordRequirements(
                minLength: 4, maxLength: 4, allowedCharacters: letters, requiredCharacters: [letters])
        ),
    ]

    @Test(arguments: unsatisfiable.indices)
    func requirementsThatNothingMeetsAreRefused(index: Int) {
        let (name, requirements) = Self.unsatisfiable[index]
        #expect(throws: PasswordRequirementsError.self, "\(name)") {
            try generator.password(of: .safari, requirements: requirements)
        }
    }

    @Test(arguments: [(12, 32, 20), (24, 32, 24), (12, 16, 16), (20, 20, 20), (7, 7, 7)])
    func aPasswordHasTwentyCharactersUnlessTheBoundsForbid(min: Int, max: Int, length: Int) throws {
        let requirements = Self.usual { ($0.minLength, $0.maxLength) = (min, max) }
        #expect(try generator.password(of: .safari, requirements: requirements).count == length)
    }

    @Test func everyRequiredSetIsRepresented() throws {
        let requirements = Self.usual { $0.maxLength = 12 }
        for _ in 0..<500 {
            let password = try generator.password(of: .safari, requirements: requirements)
            for set in [Self.letters, Self.capitals, Self.digits] {
                #expect(password.contains { set.contains($0) })
            }
        }
    }

    @Test func disallowedCharactersNeverAppear() throws {
        let requirements = Self.usual {
            $0.disallowedCharacters = "aeiouAEIOU01"
            $0.cantStartWithCharacters = Self.digits
            $0.cantEndWithCharacters = Self.capitals
        }
        for _ in 0..<500 {
            let password = try generator.password(of: .safari, requirements: requirements)
            #expect(!password.contains { "aeiouAEIOU01".contains($0) })
            #expect(password.first.map { !Self.digits.contains($0) } == true)
            #expect(password.last.map { !Self.capitals.contains($0) } == true)
        }
    }

    /// The last of these no blind draw would meet in a lifetime.
    @Test(arguments: [(0, 3), (4, 6), (17, 20)])
    func numbersOfCharactersOutOfASetAreKept(atLeast: Int, atMost: Int) throws {
        let requirements = Self.usual {
            $0.containsAtLeast = .init(count: atLeast, characters: Self.digits)
            $0.containsNoMoreThan = .init(count: atMost, characters: Self.digits)
        }
        for _ in 0..<50 {
            let password = try generator.password(of: .safari, requirements: requirements)
            #expect((atLeast...atMost).contains(password.count { Self.digits.contains($0) }))
            #expect(password.count == 20)
        }
    }

    @Test func noCharacterRepeatsMoreOftenThanAllowed() throws {
        let requirements = PasswordRequirements(
            minLength: 12, maxLength: 12, allowedCharacters: "ab1", requiredCharacters: ["ab"])
        var limited = requirements
        limited.noMoreThanConsecutiveIdenticalCharacters = 2
        for _ in 0..<200 {
            let password = try generator.password(of: .safari, requirements: limited)
            #expect(PasswordStrength.longestRun(Array(password)) <= 2)
        }
    }

    @Test func groupsAreSeparated() throws {
        let requirements = Self.usual { ($0.groupSize, $0.numberOfGroups, $0.separator) = (5, 4, "_") }
        let password = try generator.password(of: .safari, requirements: requirements)
        #expect(password.split(separator: "_").map(\.count) == [5, 5, 5, 5])
    }

    @Test func aCharacterThatIsListedTwiceIsNotTwiceAsLikely() throws {
        let twice = PasswordRequirements(
            minLength: 20, maxLength: 20, allowedCharacters: "aaaaaaaab1", requiredCharacters: ["b"])
        var counts: [Character: Int] = [:]
        for _ in 0..<500 {
            for character in try generator.password(of: .safari, requirements: twice) {
                counts[character, default: 0] += 1
            }
        }
        #expect((3_000..<3_700).contains(counts["a"] ?? 0))
    }

    @Test(arguments: [(4, 4, 4), (6, 6, 6), (4, 8, 8), (25, 30, 25)])
    func aPINNeedsBoundsOnly(min: Int, max: Int, length: Int) throws {
        let requirements = PasswordRequirements(minLength: min, maxLength: max)
        let pin = try generator.password(of: .pin, requirements: requirements)
        #expect(pin.count == length && pin.allSatisfy { Self.digits.contains($0) })
    }

    @Test(arguments: [(3, 8), (nil, 8), (4, nil), (8, 4)] as [(Int?, Int?)])
    func aPINHasAtLeastFourDigits(min: Int?, max: Int?) {
        #expect(throws: PasswordRequirementsError.self) {
            try generator.password(of: .pin, requirements: PasswordRequirements(minLength: min, maxLength: max))
        }
    }

    @Test func theDefaultForTheTypeWinsOverEverythingElse() throws {
        let requirements = Self.usual {
            $0.usesDefaultForType = true
            $0.minLength = nil
        }
        #expect(try generator.password(of: .wifi, requirements: requirements).count == 14)
        #expect(try generator.password(of: .wifi, requirements: nil).count == 14)
    }
}
