/// The meaning of phrases on pages, in all languages at once, since field names are English on pages in any language.
///
/// The time of a look-up depends on the number of words in the text and not on the size of the tables: a page may have
/// thousands of fields.
struct Vocabulary: Sendable {
    /// The meaning of a part of a text.
    struct Finding: Sendable, Equatable {
        let hint: Hint
        /// Whether it counts only if no other finding applies: “name”, “number”.
        let isWeak: Bool
    }

    private struct Phrase: Sendable {
        let words: [String]
        let finding: Finding
        /// Whether the phrase counts only if it is the whole text.
        let isWhole: Bool
    }

    /// The vocabulary of all languages. Each phrase has one meaning: if languages differ, the first of them in
    /// ``tables`` decides.
    static let shared = Vocabulary(tables)

    static let tables = [
        searches, messages, foreigners, english, german, spanish, french, portuguese, italian, dutch, polish, turkish,
        russian, japanese, chinese,
        korean, arabic, hebrew, hindi, ukrainian, scandinavian, czech, hungarian, romanian, greek, finnish, indonesian,
        vietnamese, thai, numbers,
    ]

    /// The minimum length of a known word that is searched for at the end of a longer one.
    private static let minimumSuffix = 6
    /// The maximum number of words that are read from a text.
    private static let maximumWords = 24

    /// The phrases by their first word, the longest first.
    private var phrases: [String: [Phrase]] = [:]

    /// Builds a vocabulary.
    ///
    /// - Parameter tables: for each hint its phrases, separated by commas. A phrase with the prefix `=` has to be the
    ///   whole text; one with `~` is weak.
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
        // “firstname” in addition to “first name”.
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

    /// Returns the meanings of a text, from its beginning to its end. The longest phrase wins.
    ///
    /// - Parameter isName: whether the text is a name for programs, in which words are often joined without a
    ///   separator.
    func findings(in words: Words, isName: Bool = false) -> [Finding] {
        let list = words.list.prefix(Self.maximumWords)
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

    /// Returns the meaning of the end of a word, as in `txtusername`.
    private func suffix(of word: String) -> Finding? {
        guard word.count > Self.minimumSuffix, word.count <= 64 else { return nil }
        for length in stride(from: word.count - 1, through: Self.minimumSuffix, by: -1) {
            let phrase = phrases[String(word.suffix(length))]?.first { $0.words.count == 1 && !$0.isWhole }
            if let phrase { return phrase.finding }
        }
        return nil
    }
}
