/// What the letters of a label say about whether it wants to be taken for another.
enum Scripts {
    /// Letters of one script, in which Chinese, Japanese and Korean are scripts each; or of one of these and Latin.
    ///
    /// This is what UTS #39 (5.2) calls highly restrictive. Of what may stand beside Latin a few are left out that look like a
    /// slash or a stroke. The second alternatives are needed as script runs know no Latin in Japanese.
    private static let together = try? AddressPattern(
        """
        (*script_run:.+)\
        |(?!.*[ノンソゾ〳〴〵丶丿乀乁])\
        (?:[\\p{Latin}\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Common}\\p{Inherited}]+\
        |[\\p{Latin}\\p{Han}\\p{Bopomofo}\\p{Common}\\p{Inherited}]+\
        |[\\p{Latin}\\p{Han}\\p{Hangul}\\p{Common}\\p{Inherited}]+)
        """)

    /// Letters that most people take for Latin ones, script by script.
    private static let cyrillic = Set("асԁеһіјкӏорԛѕԝхуѵпгѡьԍү".unicodeScalars)
    private static let greek = Set("αονικρυτχγωηϲϳ".unicodeScalars)
    private static let armenian = Set("օոսհցգզյլ".unicodeScalars)
    private static let latin = Set("ıɑɡɩ".unicodeScalars)

    /// Whether one person would write all letters of `label`.
    static func belongTogether(_ label: Substring) -> Bool { together?.matches(String(label)) == .yes }

    /// Whether `label` passes for a Latin one.
    ///
    /// - Parameter suffix: the last label of the name, in Punycode. Where it is not Latin, nobody expects a Latin name before
    ///   it; Turkish and Azerbaijani do have a dotless i.
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
