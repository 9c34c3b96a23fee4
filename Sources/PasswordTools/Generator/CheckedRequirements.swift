/// Password requirements that are complete and without any contradiction that can be found before drawing.
struct CheckedRequirements {
    /// The number of characters that are drawn.
    let length: Int
    /// The alphabets of the first, the last and every other character; none is empty.
    let alphabet: [Character]
    let first: [Character]
    let last: [Character]
    let amounts: Amounts
    let maxRun: Int?
    let groupSize: Int?
    let separator: String

    /// Bounds on the number of characters from a set.
    struct Amounts {
        let atLeast: [PasswordRequirements.Amount]
        let atMost: PasswordRequirements.Amount?
    }

    init(_ requirements: PasswordRequirements, type: PasswordType) throws(PasswordRequirementsError) {
        let isPIN = type == .pin
        length = try Self.length(requirements, minimum: isPIN ? 4 : 1)
        alphabet = try Self.alphabet(requirements, isPIN: isPIN)
        let starting = alphabet.filter { !requirements.cantStartWithCharacters.contains($0) }
        let ending = alphabet.filter { !requirements.cantEndWithCharacters.contains($0) }
        first = length == 1 ? starting.filter(ending.contains) : starting
        last = length == 1 ? first : ending
        guard !first.isEmpty, !last.isEmpty else {
            throw PasswordRequirementsError("no character may stand at the start or at the end")
        }
        amounts = try Self.amounts(requirements, alphabet: alphabet, length: length, isPIN: isPIN)
        maxRun = requirements.noMoreThanConsecutiveIdenticalCharacters
        guard maxRun.map({ $0 >= 1 }) ?? true else {
            throw PasswordRequirementsError("the limit of identical characters in a row is below 1")
        }
        groupSize = requirements.groupSize
        separator = requirements.separator
    }

    /// Returns the number of characters to draw. The bounds apply to the whole password, separators included, as a site
    /// counts it.
    private static func length(
        _ requirements: PasswordRequirements, minimum: Int
    ) throws(PasswordRequirementsError) -> Int {
        guard let min = requirements.minLength, let max = requirements.maxLength else {
            throw PasswordRequirementsError("the minimum or the maximum length is missing")
        }
        guard min <= max else { throw PasswordRequirementsError("the minimum length is above the maximum length") }
        guard min >= (minimum == 1 ? 0 : minimum), max >= minimum, min <= longest else {
            throw PasswordRequirementsError("the length is not between \(minimum) and \(longest)")
        }
        switch (requirements.groupSize, requirements.numberOfGroups) {
        case (nil, nil): return Swift.min(Swift.max(20, min), max)
        case (let size?, let count?) where (1...longest).contains(size) && (1...longest).contains(count):
            let drawn = size * count
            guard (min...max).contains(drawn + (count - 1) * requirements.separator.count), drawn <= longest else {
                throw PasswordRequirementsError("the groups make a password of another length")
            }
            return drawn
        default: throw PasswordRequirementsError("group size and number of groups go together and are at least 1")
        }
    }

    private static let longest = 1024

    private static func alphabet(
        _ requirements: PasswordRequirements, isPIN: Bool
    ) throws(PasswordRequirementsError) -> [Character] {
        guard let allowed = requirements.allowedCharacters ?? (isPIN ? PasswordType.digits : nil), !allowed.isEmpty
        else {
            throw PasswordRequirementsError("the allowed characters are missing")
        }
        var forbidden = Set(requirements.disallowedCharacters)
        if let amount = requirements.containsNoMoreThan, amount.count < 1 { forbidden.formUnion(amount.characters) }
        // A character that is listed twice must not be twice as likely as others.
        var seen = Set<Character>()
        let usable = allowed.filter { !forbidden.contains($0) && seen.insert($0).inserted }
        guard !usable.isEmpty else { throw PasswordRequirementsError("every allowed character is disallowed") }
        return Array(usable)
    }

    private static func amounts(
        _ requirements: PasswordRequirements, alphabet: [Character], length: Int, isPIN: Bool
    ) throws(PasswordRequirementsError) -> Amounts {
        guard let sets = requirements.requiredCharacters ?? (isPIN ? [] : nil), isPIN || !sets.isEmpty else {
            throw PasswordRequirementsError("the required character sets are missing")
        }
        var atLeast = sets.map { PasswordRequirements.Amount(count: 1, characters: $0) }
        if let amount = requirements.containsAtLeast, amount.count > 0 { atLeast.append(amount) }
        for amount in atLeast where amount.count > length || !alphabet.contains(where: amount.characters.contains) {
            throw PasswordRequirementsError("a required set of characters cannot be represented")
        }
        return Amounts(atLeast: atLeast, atMost: requirements.containsNoMoreThan)
    }
}

extension CheckedRequirements {
    func alphabet(at position: Int) -> [Character] {
        position == 0 ? first : position == length - 1 ? last : alphabet
    }

    /// Whether a password, drawn from the right alphabets, meets the rest of the requirements.
    func areMet(by characters: [Character]) -> Bool {
        amounts.atLeast.allSatisfy { $0.occurrences(in: characters) >= $0.count }
            && amounts.atMost.map { $0.occurrences(in: characters) <= $0.count } ?? true
            && maxRun.map { PasswordStrength.longestRun(characters) <= $0 } ?? true
    }
}

extension PasswordRequirements.Amount {
    func occurrences(in text: [Character]) -> Int {
        text.reduce(0) { $0 + (characters.contains($1) ? 1 : 0) }
    }
}
