/// Options that do not contradict each other: there is a password that meets them.
struct CheckedOptions {
    /// How many characters are drawn.
    let drawn: Int
    /// What they are drawn from.
    let alphabet: CharacterClass
    /// Classes within the alphabet of which at least one character is drawn each; none is part of another.
    let required: [CharacterClass]
    /// How many times the same character may be drawn in a row; `drawn` where nothing limits it.
    let maxRun: Int
    /// How many characters stand between two separators.
    let groupSize: Int?
    let separator: UInt8

    static let mostClasses = 8

    init(_ options: RandomPasswordOptions) throws(PasswordOptionsError) {
        let grouping = try Grouping(options)
        drawn = grouping.drawn
        groupSize = options.groupSize
        separator = grouping.separator
        let removals = Self.removals(options)
        alphabet = removals.reduce(options.allowed ?? .usual) { $0.subtracting($1.removed) }
        guard !alphabet.isEmpty else { throw Self.nothingLeft(options, removals) }
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

    /// Something that takes characters away, and how an error names it.
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

    private static func nothingLeft(_ options: RandomPasswordOptions, _ removals: [Removal]) -> PasswordOptionsError {
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
        // Whatever is neither letter nor digit counts, if the allowed characters have others than the usual ones.
        if options.requiresSymbols == true { wanted.append(CharacterClass.producible.subtracting(.alphanumeric)) }
        var classes: [CharacterClass] = []
        for name in wanted { classes.append(try represented(name, options, removals)) }
        // One that has all characters of another is met whenever the other one is.
        let least = Set(classes).filter { one in !classes.contains { $0 != one && $0.isSubset(of: one) } }
        guard least.count <= mostClasses else {
            throw PasswordOptionsError("more than \(mostClasses) different classes of characters are required")
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

    /// What is left of a required class; an error says which other rule leaves nothing.
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

    /// How many characters it takes to have one of each class: a character may be in several.
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

    /// Bit n says whether the n-th class has the character.
    static func signature(of value: UInt8, in classes: [CharacterClass]) -> Int {
        classes.enumerated().reduce(0) { $1.element.contains(value) ? $0 | 1 << $1.offset : $0 }
    }
}
