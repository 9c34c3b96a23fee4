/// Password requirements that are complete and without any contradiction that can be found before drawing.
///
/// The texts of characters come from sites and programs. Each is read once, so that the time of drawing does not depend on their sizes.
struct CheckedRequirements {
    /// The number of characters that are drawn.
    let length: Int
    /// The alphabets of the positions; none is empty.
    let alphabets: PositionAlphabets
    /// The alphabets without the characters whose number is limited.
    let unlimited: PositionAlphabets
    /// The sets that have to be represented.
    let minimums: [Minimum]
    /// The maximum number of the limited characters.
    let maximum: Int?
    let maxRun: Int?
    let groupSize: Int?
    let separator: String
    /// The sets that a character is in, as bits: bit n for the n-th minimum, the one after the last for the limited characters.
    private let signatures: [Character: UInt64]

    /// A set of characters that has to be represented.
    struct Minimum {
        let count: Int
        /// The members that the positions may have.
        let alphabets: PositionAlphabets
        /// Those of them whose number is not limited.
        let unlimited: PositionAlphabets
    }

    init(_ requirements: PasswordRequirements, type: PasswordType) throws(PasswordRequirementsError) {
        let isPIN = type == .pin
        try Self.checkSizes(requirements)
        length = try Self.length(requirements, minimum: isPIN ? 4 : 1)
        let alphabets = try Self.alphabets(requirements, length: length, isPIN: isPIN)
        let limited = Set(requirements.containsNoMoreThan?.characters ?? "")
        let unlimited = alphabets.filter { !limited.contains($0) }
        let amounts = try Self.minimums(requirements, isPIN: isPIN)
        let sets = amounts.map { Set($0.characters) }
        minimums = zip(amounts, sets).map { amount, set in
            Minimum(
                count: amount.count, alphabets: alphabets.filter(set.contains),
                unlimited: unlimited.filter(set.contains))
        }
        for minimum in minimums where minimum.count > length || !minimum.alphabets.isAnywhere(of: length) {
            throw PasswordRequirementsError("a required set of characters cannot be represented")
        }
        (self.alphabets, self.unlimited) = (alphabets, unlimited)
        maximum = requirements.containsNoMoreThan?.count
        signatures = Self.signatures(alphabets, of: sets + [limited])
        maxRun = requirements.noMoreThanConsecutiveIdenticalCharacters
        groupSize = requirements.groupSize
        separator = requirements.separator
        guard maxRun ?? 1 >= 1, maximum ?? 0 >= 0 else {
            throw PasswordRequirementsError("a limit on characters is below what a password has")
        }
    }

    /// Returns the sets that each character is in.
    private static func signatures(_ alphabets: PositionAlphabets, of sets: [Set<Character>]) -> [Character: UInt64] {
        var signatures: [Character: UInt64] = [:]
        for character in alphabets.first + alphabets.last + alphabets.others where signatures[character] == nil {
            signatures[character] = sets.enumerated().reduce(0) { bits, set in
                set.element.contains(character) ? bits | 1 << UInt64(set.offset) : bits
            }
        }
        return signatures
    }
}

// MARK: - Checks

extension CheckedRequirements {
    private static let longest = 1024
    /// The maximum size of a text of characters, in bytes of UTF-8.
    static let longestText = 16 << 10
    /// The maximum size of the separator, in bytes of UTF-8.
    static let longestSeparator = 64
    /// The maximum number of required sets: one bit each is left for the limited characters and the minimum of a set.
    static let mostSets = 32

    private static func checkSizes(_ requirements: PasswordRequirements) throws(PasswordRequirementsError) {
        guard requirements.requiredCharacters?.count ?? 0 <= mostSets else {
            throw PasswordRequirementsError("there are more than \(mostSets) required sets of characters")
        }
        let optional = [
            requirements.allowedCharacters, requirements.containsNoMoreThan?.characters,
            requirements.containsAtLeast?.characters,
        ]
        let texts =
            optional.compactMap { $0 } + (requirements.requiredCharacters ?? []) + [
                requirements.disallowedCharacters, requirements.cantStartWithCharacters,
                requirements.cantEndWithCharacters,
            ]
        guard texts.allSatisfy({ $0.utf8.count <= longestText }),
            requirements.separator.utf8.count <= longestSeparator
        else { throw PasswordRequirementsError("a text of characters is longer than \(longestText >> 10) KiB") }
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

    private static func alphabets(
        _ requirements: PasswordRequirements, length: Int, isPIN: Bool
    ) throws(PasswordRequirementsError) -> PositionAlphabets {
        let alphabet = try alphabet(requirements, isPIN: isPIN)
        let notFirst = Set(requirements.cantStartWithCharacters)
        let notLast = Set(requirements.cantEndWithCharacters)
        let starting = alphabet.filter { !notFirst.contains($0) }
        let first = length == 1 ? starting.filter { !notLast.contains($0) } : starting
        let last = length == 1 ? first : alphabet.filter { !notLast.contains($0) }
        guard !first.isEmpty, !last.isEmpty else {
            throw PasswordRequirementsError("no character may stand at the start or at the end")
        }
        return PositionAlphabets(first: first, last: last, others: alphabet)
    }

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

    private static func minimums(
        _ requirements: PasswordRequirements, isPIN: Bool
    ) throws(PasswordRequirementsError) -> [PasswordRequirements.Amount] {
        guard let sets = requirements.requiredCharacters ?? (isPIN ? [] : nil), isPIN || !sets.isEmpty else {
            throw PasswordRequirementsError("the required character sets are missing")
        }
        let represented = sets.map { PasswordRequirements.Amount(count: 1, characters: $0) }
        guard let amount = requirements.containsAtLeast, amount.count > 0 else { return represented }
        return represented + [amount]
    }
}

extension PositionAlphabets {
    /// Whether any of so many positions may have one of the characters.
    fileprivate func isAnywhere(of length: Int) -> Bool {
        !first.isEmpty || !last.isEmpty || (length > 2 && !others.isEmpty)
    }
}

// MARK: - Drawing

extension CheckedRequirements {
    func alphabet(at position: Int) -> [Character] { alphabets.at(position, of: length) }

    /// The numbers of drawn characters: in each set that has to be represented, and of those whose number is limited.
    struct Tally {
        fileprivate var counts: [Int]

        /// The number of characters in the n-th set that has to be represented.
        subscript(minimum: Int) -> Int { counts[minimum] }
    }

    func tally(_ characters: [Character] = []) -> Tally {
        var tally = Tally(counts: Array(repeating: 0, count: minimums.count + 1))
        for character in characters { add(character, to: &tally) }
        return tally
    }

    func add(_ character: Character, to tally: inout Tally) {
        var bits = signatures[character] ?? 0
        while bits != 0 {
            tally.counts[bits.trailingZeroBitCount] += 1
            bits &= bits - 1
        }
    }

    /// Whether no more of the limited characters may be drawn.
    func isExhausted(_ tally: Tally) -> Bool { maximum.map { tally.counts[minimums.count] >= $0 } ?? false }

    /// Whether a password, drawn from the right alphabets, meets the rest of the requirements.
    func areMet(by characters: [Character]) -> Bool {
        let tally = tally(characters)
        return minimums.indices.allSatisfy { tally[$0] >= minimums[$0].count }
            && maximum.map { tally.counts[minimums.count] <= $0 } ?? true
            && maxRun.map { PasswordStrength.longestRun(characters) <= $0 } ?? true
    }
}
