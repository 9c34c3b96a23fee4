/// The words that memorable passwords are made of.
///
/// 7,776 of 3 to 8 small letters. None is the beginning of another, so that two rows of words that are not the same
/// stay different when nothing stands between the words. Where they come from: Docs/password-generator.md, "Words".
enum Words {
    /// In alphabetical order.
    static let all: [String] = [aToM, nToZ].flatMap { part in
        part.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }.split(separator: " ").map(String.init)
    }
}
