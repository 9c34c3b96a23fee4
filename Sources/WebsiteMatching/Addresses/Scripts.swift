/// Checks on the scripts of a label's letters, to detect labels that imitate others.
enum Scripts {
    /// A pattern for labels of one script, where Chinese, Japanese and Korean each count as one script; or of one of these and Latin.
    ///
    /// UTS #39 (5.2) calls this “highly restrictive”. Some letters that look like a slash or a stroke are not allowed next to Latin. The
    /// further alternatives are necessary because script runs do not accept Latin in Japanese.
    private static let together = try? AddressPattern(
        """
        (*script_run:.+)\
        |(?!.*[ノンソゾ〳〴〵丶丿乀乁])\
        (?:[\\p{Latin}\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Common}\\p{Inherited}]+\
        |[\\p{Latin}\\p{Han}\\p{Bopomofo}\\p{Common}\\p{Inherited}]+\
        |[\\p{Latin}\\p{Han}\\p{Hangul}\\p{Common}\\p{Inherited}]+)
        """)

    /// The letters that look like Latin ones, by script.
    private static let cyrillic = Set("асԁеһіјкӏорԛѕԝхуѵпгѡьԍү".unicodeScalars)
    private static let greek = Set("αονικρυτχγωηϲϳ".unicodeScalars)
    private static let armenian = Set("օոսհցգզյլ".unicodeScalars)
    private static let latin = Set("ıɑɡɩ".unicodeScalars)

    /// Returns whether the scripts of all letters of `label` are usually written together.
    static func usesCompatibleScripts(_ label: Substring) -> Bool { together?.matches(String(label)) == .yes }

    /// Returns whether `label` looks like a Latin one.
    ///
    /// - Parameter suffix: the last label of the name, in Punycode. If it is not Latin, users do not expect a Latin name before it. Turkish
    ///   and Azerbaijani have a dotless i.
    static func looksLatin(_ label: Substring, below suffix: Substring) -> Bool {
        let letters = label.unicodeScalars.filter { !$0.isASCII }
        guard !letters.isEmpty else { return false }
        if letters.contains(where: latin.contains) {
            let isTurkic = suffix == "tr" || suffix == "az"
            return !(isTurkic && letters.allSatisfy { $0 == "ı" || !latin.contains($0) })
        }
        guard !WebHost.isPunycode(suffix) else { return false }
        return [cyrillic, greek, armenian].contains { letters.allSatisfy($0.contains) }
    }
}
