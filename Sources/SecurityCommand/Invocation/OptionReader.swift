/// Reads options as getopt(3) of BSD does: single letters, several behind one “-”, a value in the same argument or the next one; the first
/// argument that is no option ends them, and so does “--”.
struct OptionReader {
    /// The letters of options without a value, and of those with one.
    private let flags: Set<Character>
    private let valued: Set<Character>
    /// The option whose value may be missing if it is the last argument, where the user is then asked for it.
    private let askable: Character?
    private var arguments: ArraySlice<String>
    /// The letters of the present argument that are still to be read.
    private var cluster: Substring = ""

    /// - Parameters:
    ///   - specification: the letters of all options, with a colon behind each that has a value, as for getopt(3).
    ///   - askable: the option whose value may be missing at the end.
    init(_ specification: String, _ arguments: [String], askable: Character? = nil) {
        var (flags, valued) = (Set<Character>(), Set<Character>())
        for (index, letter) in zip(specification.indices, specification) where letter != ":" {
            let next = specification.index(after: index)
            let hasValue = next < specification.endIndex && specification[next] == ":"
            if hasValue { valued.insert(letter) } else { flags.insert(letter) }
        }
        (self.flags, self.valued, self.askable) = (flags, valued, askable)
        self.arguments = arguments[...]
    }

    /// What is left after the options.
    var operands: [String] { Array(arguments) }

    /// Returns the next option; nil after the last.
    ///
    /// - Returns: its letter, and its value. An option that is ``askable`` may have none.
    /// - Throws: ``UsageError`` for a letter that is no option, and for a value that is missing.
    mutating func next() throws -> (letter: Character, value: String?)? {
        if cluster.isEmpty {
            guard let first = arguments.first, first.count > 1, first.hasPrefix("-") else { return nil }
            arguments.removeFirst()
            guard first != "--" else { return nil }
            cluster = first.dropFirst()
        }
        let letter = cluster.removeFirst()
        if flags.contains(letter) { return (letter, nil) }
        guard valued.contains(letter) else {
            throw UsageError("illegal option -- \(letter)")
        }
        return (letter, try value(of: letter))
    }

    private mutating func value(of letter: Character) throws -> String? {
        defer { cluster = "" }
        if !cluster.isEmpty { return String(cluster) }
        if let value = arguments.popFirst() { return value }
        guard letter == askable else { throw UsageError("option requires an argument -- \(letter)") }
        return nil
    }
}
