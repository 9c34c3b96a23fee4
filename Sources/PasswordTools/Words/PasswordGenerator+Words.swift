import Glibc
import Secrets

extension PasswordGenerator {
    /// Generates a password of random words.
    ///
    /// - Throws: if the number of words or the separator is out of bounds.
    public func password(_ options: MemorablePasswordOptions) throws(PasswordOptionsError) -> GeneratedPassword {
        try options.check()
        // A buffer for the longest possible password; the used part is copied into the result.
        var text = SecretBytes(zeros: options.words * 14)
        var count = 0
        text.withUnsafeMutableBytes { text in
            func add(_ value: UInt8) {
                text[count] = value
                count += 1
            }
            let separators = options.separator.alphabet.values
            let placeOfDigit = options.addsDigit ? Int(uniform(UInt32(options.words))) : nil
            for index in 0..<options.words {
                if index > 0 {
                    if case .fixed(let separator) = options.separator { separator.utf8.forEach(add) }
                    if !separators.isEmpty { add(separators[Int(uniform(UInt32(separators.count)))]) }
                }
                for (place, letter) in Words.all[Int(uniform(UInt32(Words.all.count)))].utf8.enumerated() {
                    add(place == 0 && options.capitalizes ? letter - 32 : letter)
                }
                if index == placeOfDigit { add(UInt8(ascii: "0") + UInt8(uniform(10))) }
            }
        }
        return text.withUnsafeBytes { text in
            GeneratedPassword(
                secret: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: text[..<count])), entropy: options.entropy
            )
        }
    }
}

extension MemorablePasswordOptions {
    /// The entropy of the passwords. Different choices give different passwords, because each password can be parsed in
    /// one way only: no word is a prefix of another, and no separator contains a letter.
    var entropy: PasswordEntropy {
        let separators = Double(max(separator.alphabet.count, 1))
        let ways = Double(words) * log2(Double(Words.all.count)) + Double(words - 1) * log2(separators)
        return PasswordEntropy(bits: ways + (addsDigit ? log2(Double(words) * 10) : 0))
    }

    fileprivate func check() throws(PasswordOptionsError) {
        guard Self.wordCounts.contains(words) else {
            throw PasswordOptionsError(
                "the number of words is not between \(Self.wordCounts.lowerBound) and \(Self.wordCounts.upperBound)")
        }
        guard case .fixed(let text) = separator else { return }
        let usable = CharacterClass.symbols.union(CharacterClass(" "))
        guard text.count <= 4, text.allSatisfy(usable.contains) else {
            throw PasswordOptionsError("the separator of words is at most 4 blanks or symbols")
        }
    }
}

extension MemorablePasswordOptions.Separator {
    /// The characters that a random separator is drawn from; empty for a fixed separator.
    fileprivate var alphabet: CharacterClass {
        switch self {
        case .fixed: CharacterClass("")
        case .digit: .digits
        case .digitOrSymbol: .digits.union(.symbols)
        }
    }
}
