/// The word list for memorable passwords.
///
/// It has 7,776 words of 3 to 8 small letters. No word is a prefix of another, so that different sequences of words
/// stay different without separators. For the sources of the list see Docs/password-generator.md, "Words".
enum Words {
    /// The words in alphabetical order.
    static let all: [String] = [aToM, nToZ].flatMap { part in
        part.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }.split(separator: " ").map(String.init)
    }
}
