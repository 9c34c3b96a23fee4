/// A menu of a page, to find the entry for a value.
struct Menu: Sendable {
    private struct Entry: Sendable {
        let value: String
        let text: Words
        let valueWords: Words
    }

    private let entries: [Entry]

    init(_ options: [PageModel.Option]) {
        entries = options.map { Entry(value: $0.value, text: Words($0.text), valueWords: Words($0.value)) }
            // Entries without a value stand for no choice, such as “please choose”.
            .filter { !$0.value.isEmpty }
    }

    /// Returns the value of the entry that one of the texts names.
    ///
    /// The visible text takes precedence over the value: there are menus of months whose values count from 0.
    ///
    /// - Parameter texts: the names to look for, the best first. Each is looked for as a whole text, as a value, then
    ///   as a part of a text.
    func value(for texts: [String]) -> String? {
        let wanted = texts.map(Words.init).filter { !$0.list.isEmpty }
        for words in wanted { if let entry = only({ Self.are($0.text, words) }) { return entry.value } }
        for words in wanted { if let entry = only({ Self.are($0.valueWords, words) }) { return entry.value } }
        for words in wanted { if let entry = only({ Self.has($0.text, words) }) { return entry.value } }
        return nil
    }

    /// Returns the only entry that passes; `nil` if there is none, or if there are two with different values.
    private func only(_ isMeant: (Entry) -> Bool) -> Entry? {
        let meant = entries.filter(isMeant)
        guard let first = meant.first, meant.allSatisfy({ $0.value == first.value }) else { return nil }
        return first
    }

    /// Whether both texts are equal; `3` equals `03`.
    private static func are(_ one: Words, _ other: Words) -> Bool {
        one.list.elementsEqual(other.list, by: isSame)
    }

    private static func has(_ text: Words, _ part: Words) -> Bool {
        let count = part.list.count
        // Single letters and short codes match too much: “de” is Germany, and also a part of many Spanish names.
        guard count < text.list.count, part.joined.count > 2 || number(part.joined) != nil else { return false }
        return (0...text.list.count - count).contains { start in
            text.list[start..<start + count].elementsEqual(part.list, by: isSame)
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let number = number(one) else { return false }
        return number == self.number(other)
    }

    private static func number(_ word: String) -> Int? {
        word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
    }
}
