/// Splits a line into words as a simple shell does: blanks separate, quotation marks of both kinds and a backslash keep together.
enum WordSplitter {
    /// - Returns: nil if a quotation mark is not closed.
    static func words(of line: String) -> [String]? {
        var (words, word) = ([String](), String?.none)
        var (quote, isEscaped) = (Character?.none, false)
        for letter in line {
            if isEscaped {
                word = (word ?? "") + String(letter)
                isEscaped = false
            } else if letter == "\\", quote != "'" {
                isEscaped = true
                word = word ?? ""
            } else if letter == quote {
                quote = nil
            } else if quote == nil, letter == "\"" || letter == "'" {
                quote = letter
                word = word ?? ""
            } else if quote == nil, letter == " " || letter == "\t" {
                if let complete = word { words.append(complete) }
                word = nil
            } else {
                word = (word ?? "") + String(letter)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let word { words.append(word) }
        return words
    }
}
