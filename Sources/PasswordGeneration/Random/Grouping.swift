/// The number of drawn characters in a password; the rest of its length are separators.
struct Grouping {
    let drawn: Int
    let separator: UInt8

    /// Computes the largest number of characters for the length. The last group may be shorter than the others, but is
    /// never empty.
    init(_ options: RandomPasswordOptions) throws(PasswordOptionsError) {
        let bounds = try Self.bounds(options)
        let length = Swift.min(Swift.max(20, bounds.lowerBound), bounds.upperBound)
        guard let size = options.groupSize else {
            (drawn, separator) = (length, 0)
            return
        }
        guard size >= 1 else { throw PasswordOptionsError("the size of groups is below 1") }
        separator = try Self.separator(options)
        func total(_ drawn: Int) -> Int { drawn + (drawn - 1) / size }
        let longest = (1...length).last { total($0) <= length } ?? 1
        // A length that is a multiple of `size + 1` cannot be met, as the password would end with a separator.
        guard let drawn = [longest, longest + 1].first(where: { bounds.contains(total($0)) }) else {
            throw PasswordOptionsError(
                "groups of \(size) make no password of \(bounds.lowerBound) to \(bounds.upperBound) characters")
        }
        self.drawn = drawn
    }

    private static func bounds(_ options: RandomPasswordOptions) throws(PasswordOptionsError) -> ClosedRange<Int> {
        let limits = RandomPasswordOptions.lengths
        let min = options.minLength ?? limits.lowerBound
        let max = options.maxLength ?? limits.upperBound
        for (name, length) in [("minimum", min), ("maximum", max)] where !limits.contains(length) {
            throw PasswordOptionsError(
                "the \(name) length \(length) is not between \(limits.lowerBound) and \(limits.upperBound)")
        }
        guard min <= max else { throw .minimum(min, aboveMaximum: max) }
        return min...max
    }

    private static func separator(_ options: RandomPasswordOptions) throws(PasswordOptionsError) -> UInt8 {
        let separator = options.separator
        guard let value = separator.asciiValue, CharacterClass.symbols.contains(value) else {
            throw PasswordOptionsError(
                "the separator of groups is none of the symbols \(CharacterClass.symbols.characters)")
        }
        guard options.requiresSymbols != false else {
            throw PasswordOptionsError(
                "symbols are excluded, but the separator of groups “\(separator)” is one; where only separators are"
                    + " wanted, allow letters and digits instead")
        }
        guard !CharacterClass(options.forbiddenCharacters).contains(separator) else {
            throw PasswordOptionsError("the separator of groups “\(separator)” is among the forbidden characters")
        }
        return value
    }
}
