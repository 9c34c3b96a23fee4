/// Password options without contradictions: a password that meets them exists.
struct CheckedOptions {
    /// The number of characters that are drawn.
    let drawn: Int
    /// The alphabet that they are drawn from.
    let alphabet: CharacterClass
    /// Required classes within the alphabet: at least one character of each is drawn. None is a subset of another.
    let required: [CharacterClass]
    /// The maximum number of identical characters in a row; `drawn` if there is no limit.
    let maxRun: Int
    /// The number of characters between two separators.
    let groupSize: Int?
    let separator: UInt8

    static let maximumClasses = 8

    init(_ options: RandomPasswordOptions) throws(PasswordOptionsError) {
        let grouping = try Grouping(options)
        drawn = grouping.drawn
        groupSize = options.groupSize
        separator = grouping.separator
        let removals = Self.removals(options)
        alphabet = removals.reduce(options.allowed ?? .usual) { $0.subtracting($1.removed) }
        guard !alphabet.isEmpty else { throw Self.emptyAlphabet(options, removals) }
        required = try Self.required(options, removals, drawn: drawn)
        maxRun = min(options.maxConsecutive ?? drawn, drawn)
        guard maxRun >= 1 else {
            throw PasswordOptionsError("the limit of identical characters in a row is below 1")
        }
        guard alphabet.count > 1 || maxRun == drawn else {
            throw PasswordOptionsError(
                "at most \(maxRun) identical characters in a row are wanted, but \(alphabet) is the only character that"
                    + " the allowed and forbidden ones leave")
        }
    }

    /// A rule that removes characters, with its name in error messages.
    private typealias Removal = (why: String, removed: CharacterClass)

    private static func removals(_ options: RandomPasswordOptions) -> [Removal] {
        var removals: [Removal] = [
            ("blanks and backslashes are never drawn", CharacterClass(bits: ~CharacterClass.producible.bits))
        ]
        if options.requiresSymbols == false {
            removals.append(("symbols are excluded", CharacterClass.producible.subtracting(.alphanumeric)))
        }
        removals.append(("forbidden characters", CharacterClass(options.forbiddenCharacters)))
        if options.avoidsLookAlikes { removals.append(("look-alikes are avoided", .lookAlikes)) }
        if options.groupSize != nil {
            removals.append(("the separator is kept for groups", CharacterClass(String(options.separator))))
        }
        return removals
    }

    private static func emptyAlphabet(_ options: RandomPasswordOptions, _ removals: [Removal]) -> PasswordOptionsError {
        let why = removals.filter { !$0.removed.isEmpty }.map(\.why).joined(separator: "; ")
        return PasswordOptionsError(
            "none of the allowed characters \(options.allowed ?? .usual) is left over by the other rules (\(why))")
    }
}

extension CheckedOptions {
    private static func required(
        _ options: RandomPasswordOptions, _ removals: [Removal], drawn: Int
    ) throws(PasswordOptionsError) -> [CharacterClass] {
        var wanted = options.required
        if options.requiresDigits == true { wanted.append(.digits) }
        // All characters but letters and digits count as symbols, even those outside of the default alphabet, if they
        // are allowed.
        if options.requiresSymbols == true { wanted.append(CharacterClass.producible.subtracting(.alphanumeric)) }
        var classes: [CharacterClass] = []
        for name in wanted { classes.append(try represented(name, options, removals)) }
        // A class that contains another required class is always met with it.
        let least = Set(classes).filter { one in !classes.contains { $0 != one && $0.isSubset(of: one) } }
        guard least.count <= maximumClasses else {
            throw PasswordOptionsError("more than \(maximumClasses) different classes of characters are required")
        }
        let sorted = least.sorted { $0.bits < $1.bits }
        let needed = fewestCharacters(meeting: sorted)
        guard needed <= drawn else {
            throw PasswordOptionsError(
                "the \(sorted.count) required classes need \(needed) characters,"
                    + " but the length leaves room for \(drawn)")
        }
        return sorted
    }

    /// Returns the characters of a required class that the other rules leave; an error names the rule that leaves none.
    private static func represented(
        _ wanted: CharacterClass, _ options: RandomPasswordOptions, _ removals: [Removal]
    ) throws(PasswordOptionsError) -> CharacterClass {
        let isSymbols = wanted == CharacterClass.producible.subtracting(.alphanumeric)
        let name = isSymbols ? "symbols" : "\(wanted)"
        var left = wanted.intersection(options.allowed ?? .usual)
        guard !left.isEmpty else {
            throw PasswordOptionsError("one of \(name) is required, but none is among the allowed characters")
        }
        for removal in removals {
            left = left.subtracting(removal.removed)
            guard left.isEmpty else { continue }
            throw PasswordOptionsError("one of \(name) is required, but another rule leaves none: \(removal.why)")
        }
        return left
    }

    /// Returns the minimum number of characters that meet all classes: one character may be in several.
    private static func fewestCharacters(meeting classes: [CharacterClass]) -> Int {
        let all = (1 << classes.count) - 1
        let signatures = Set(CharacterClass.producible.values.map { value in signature(of: value, in: classes) })
        var met: Set<Int> = [0]
        var count = 0
        while !met.contains(all) {
            met = Set(met.flatMap { met in signatures.map { met | $0 } })
            count += 1
        }
        return count
    }

    /// Returns a bit set: bit n tells whether the n-th class contains the character.
    static func signature(of value: UInt8, in classes: [CharacterClass]) -> Int {
        classes.enumerated().reduce(0) { $1.element.contains(value) ? $0 | 1 << $1.offset : $0 }
    }
}
