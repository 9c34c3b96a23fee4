/// What words on pages mean, in all languages at once: field names are English on pages in any language.
///
/// A look-up costs as much as the text has words, however large the tables are: pages may have thousands of fields.
struct Vocabulary: Sendable {
    /// What a text says.
    struct Finding: Sendable, Equatable {
        let hint: Hint
        /// Whether it counts only where nothing else is said: “name”, “number”.
        let isWeak: Bool
    }

    private struct Phrase: Sendable {
        let words: [String]
        let finding: Finding
        /// Whether it counts only as the whole text.
        let isWhole: Bool
    }

    /// All languages. One word means one thing: where languages differ, the first of them in this list has it.
    static let shared = Vocabulary(tables)

    static let tables = [
        english, german, spanish, french, portuguese, italian, dutch, polish, turkish, russian, japanese, chinese,
    ]

    /// Letters that a known word has at least that is found at the end of a longer one.
    private static let leastSuffix = 6
    /// Words of a text that are looked at.
    private static let mostWords = 24

    /// The longest first.
    private var phrases: [String: [Phrase]] = [:]

    /// - Parameter tables: for each hint its phrases with commas between them. `=` before one: it has to be the whole
    ///   text; `~`:
    ///   it is weak.
    init(_ tables: [[Hint: String]]) {
        for table in tables {
            for (hint, texts) in table {
                for text in texts.split(separator: ",") { add(text, hint) }
            }
        }
        phrases = phrases.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }

    private mutating func add(_ text: Substring, _ hint: Hint) {
        let flags = text.drop { $0.isWhitespace }.prefix { "=~".contains($0) }
        let words = Words(String(text)).list
        let finding = Finding(hint: hint, isWeak: flags.contains("~"))
        insert(Phrase(words: words, finding: finding, isWhole: flags.contains("=")))
        // “firstname” beside “first name”.
        let glued = words.joined()
        if words.count > 1, glued.allSatisfy(\.isASCII) {
            insert(Phrase(words: [glued], finding: finding, isWhole: flags.contains("=")))
        }
    }

    private mutating func insert(_ phrase: Phrase) {
        guard let first = phrase.words.first else { return }
        guard !(phrases[first] ?? []).contains(where: { $0.words == phrase.words }) else { return }
        phrases[first, default: []].append(phrase)
    }

    /// What a text says, from its beginning to its end; the longest phrase wins.
    ///
    /// - Parameter isName: whether it is a name that was made for programs, in which words are often glued together.
    func findings(in words: Words, isName: Bool = false) -> [Finding] {
        let list = words.list.prefix(Self.mostWords)
        var findings: [Finding] = []
        var index = 0
        while index < list.count {
            let found = phrases[list[index]]?.first { phrase in
                phrase.isWhole ? words.list == phrase.words : list[index...].starts(with: phrase.words)
            }
            if let found {
                findings.append(found.finding)
                index += found.words.count
            } else {
                if isName, let finding = suffix(of: list[index]) { findings.append(finding) }
                index += 1
            }
        }
        return findings
    }

    /// What the end of a word says: `txtusername`.
    private func suffix(of word: String) -> Finding? {
        guard word.count > Self.leastSuffix, word.count <= 64 else { return nil }
        for length in stride(from: word.count - 1, through: Self.leastSuffix, by: -1) {
            let phrase = phrases[String(word.suffix(length))]?.first { $0.words.count == 1 && !$0.isWhole }
            if let phrase { return phrase.finding }
        }
        return nil
    }
}
