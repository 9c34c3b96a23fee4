import Secrets

/// A sampler of passwords that meet options, with a uniform distribution.
struct PasswordSampler: Sendable {
    let options: CheckedOptions
    private let count: PasswordCount
    private let alphabet: [UInt8]
    /// The required classes that contain a character, as a bit set, by its ASCII value.
    private let signatures: [Int]
    private let total: BigNumber

    /// The number of attempts of rejection sampling before the sampler counts passwords instead.
    static let attempts = 1000

    init(_ options: CheckedOptions) {
        self.options = options
        alphabet = options.alphabet.values
        signatures = (0..<128).map { CheckedOptions.signature(of: $0, in: options.required) }
        count = PasswordCount(
            alphabet: options.alphabet, required: options.required, length: options.drawn, maxRun: options.maxRun)
        total = count.total
    }

    var entropy: PasswordEntropy { PasswordEntropy(bits: total.logarithm) }

    /// The length in characters, separators included.
    var length: Int { options.drawn + (options.groupSize.map { (options.drawn - 1) / $0 } ?? 0) }

    /// Fills `password`, which has `length` bytes.
    ///
    /// Whole passwords are drawn until one meets the options (rejection sampling). If that fails, for example if eight
    /// different digits are required, a password is drawn by its number among those that meet the options, which is
    /// uniform as well.
    func draw(into password: UnsafeMutableRawBufferPointer, uniform: (UInt32) -> UInt32) {
        let drawn = UnsafeMutableRawBufferPointer(rebasing: password[..<options.drawn])
        if !(0..<Self.attempts).contains(where: { _ in drawByRejection(drawn, uniform) }) {
            drawByNumber(drawn, uniform)
        }
        separate(password)
    }

    /// Draws a password and returns whether it meets the options.
    private func drawByRejection(_ drawn: UnsafeMutableRawBufferPointer, _ uniform: (UInt32) -> UInt32) -> Bool {
        var met = 0
        var run = 0
        var longest = 0
        var last: UInt8 = 0
        let size = UInt32(alphabet.count)
        for index in 0..<drawn.count {
            let character = alphabet[Int(uniform(size))]
            run = character == last ? run + 1 : 1
            longest = max(longest, run)
            met |= signatures[Int(character)]
            drawn[index] = character
            last = character
        }
        return longest <= options.maxRun && met == 1 << options.required.count - 1
    }

    /// Inserts separators between the groups, from the end.
    private func separate(_ password: UnsafeMutableRawBufferPointer) {
        guard let size = options.groupSize else { return }
        var place = password.count
        for index in (0..<options.drawn).reversed() {
            place -= 1
            password[place] = password[index]
            if index > 0, index.isMultiple(of: size) {
                place -= 1
                password[place] = options.separator
            }
        }
    }
}

extension PasswordSampler {
    /// Characters with the same number of continuations, and that number.
    private struct Choice {
        let characters: [UInt8]
        let last: PasswordCount.Last
        let ways: BigNumber
    }

    func drawByNumber(_ drawn: UnsafeMutableRawBufferPointer, _ uniform: (UInt32) -> UInt32) {
        var unmet = 1 << options.required.count - 1
        var last: PasswordCount.Last?
        for index in 0..<drawn.count {
            let before = index > 0 ? drawn[index - 1] : nil
            let choices = choices(unmet: unmet, left: drawn.count - index - 1, after: last, before)
            var sum = BigNumber.zero
            for choice in choices { sum += choice.ways * choice.characters.count }
            var number = BigNumber.random(below: sum, uniform: uniform)
            guard
                let choice = choices.first(where: { choice in
                    let ways = choice.ways * choice.characters.count
                    if number < ways { return true }
                    number -= ways
                    return false
                })
            else { preconditionFailure("a number above the sum") }
            drawn[index] = choice.characters[Int(uniform(UInt32(choice.characters.count)))]
            unmet &= ~choice.last.signature
            last = choice.last
        }
    }

    /// Returns the choices for the next character.
    ///
    /// - Parameter before: the previous character.
    private func choices(unmet: Int, left: Int, after last: PasswordCount.Last?, _ before: UInt8?) -> [Choice] {
        var choices: [Choice] = []
        func add(_ characters: [UInt8], _ signature: Int, run: Int) {
            let next = PasswordCount.Last(signature: signature, run: run)
            choices.append(
                Choice(
                    characters: characters, last: next,
                    ways: count.count(unmet: unmet & ~signature, left: left, after: next)))
        }
        if let last, let before, last.run < options.maxRun { add([before], last.signature, run: last.run + 1) }
        let others = Dictionary(grouping: alphabet.filter { $0 != before }) { signatures[Int($0)] }
        for signature in others.keys.sorted() { add(others[signature] ?? [], signature, run: 1) }
        return choices
    }
}

extension PasswordGenerator {
    /// Generates a password of random characters that meets `options`, with a uniform distribution over all such
    /// passwords.
    ///
    /// - Throws: if an option is out of bounds, or two contradict each other.
    public func password(_ options: RandomPasswordOptions) throws(PasswordOptionsError) -> GeneratedPassword {
        let sampler = PasswordSampler(try CheckedOptions(options))
        let secret = SecretBytes(count: sampler.length) { sampler.draw(into: $0, uniform: uniform) }
        return GeneratedPassword(secret: secret, entropy: sampler.entropy)
    }
}
