import Foundation

/// `.netrc`: machines with login and password, as ftp(1), curl and others read it.
///
/// Specified in: netrc(5); values in quotes as curl takes them.
struct NetrcFormat: ImportFormat {
    let name = "netrc"
    let title = ".netrc"
    /// The most bytes of a file.
    private static let largest = 16 << 20
    private static let mostMachines = 100_000

    func recognizes(_ source: ImportSource) -> Bool {
        var reader = NetrcReader(source.headText)
        guard let first = reader.next()?.text else { return false }
        if first == "macdef" { return true }
        guard first == "machine" || first == "default" else { return false }
        if first == "machine" { _ = reader.next() }
        return reader.next().map { ["login", "password", "account", "macdef", "machine", "default"].contains($0.text) }
            ?? false
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        var reader = NetrcReader(try DecodedText.exact(source.contents(atMost: Self.largest)))
        var content = ImportedContent()
        var current: (draft: ItemDraft, line: Int)?
        func end() {
            if let current { content.items.append(current.draft.item(at: "line \(current.line)", &content.remarks)) }
        }
        while let word = reader.next() {
            if word.line & 1023 == 0 { try context.checkCancellation() }
            switch word.text {
            case "machine", "default":
                end()
                guard content.items.count < Self.mostMachines else {
                    throw ExchangeError(
                        .tooLarge, "there are more than \(Self.mostMachines) machines", at: "line \(word.line)",
                        remedy: "split the file")
                }
                var draft = ItemDraft()
                draft.title = word.text == "machine" ? try reader.value(of: word) : "default"
                if word.text == "machine" { draft.websites = [draft.title] }
                current = (draft, word.line)
            case "login": current?.draft.username = try reader.value(of: word)
            case "password": current?.draft.password = try reader.value(of: word)
            case "account": current?.draft.add("account", try reader.value(of: word), kind: .concealed)
            case "macdef":
                let name = try reader.value(of: word)
                reader.skipMacro()
                content.remarks.append(
                    ImportRemark("line \(word.line)", "left out: the macro “\(UntrustedName.short(name))”"))
            default:
                throw ExchangeError(
                    .damaged, "a word is none of machine, default, login, password, account, macdef",
                    at: "line \(word.line)", remedy: "put values with blanks into quotes")
            }
        }
        end()
        return content
    }
}

/// The words of a `.netrc` file.
private struct NetrcReader {
    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) { rest = text[...].unicodeScalars }

    /// Returns the next word outside of comments; `nil` at the end.
    mutating func next() -> (text: String, line: Int)? {
        while true {
            skipBlanks()
            guard let first = rest.first else { return nil }
            guard first == "#" else { return word() }
            skipLine()
        }
    }

    /// Returns the value after a word. It may begin with `#`.
    mutating func value(of name: (text: String, line: Int)) throws(ExchangeError) -> String {
        skipBlanks()
        guard let word = word() else {
            throw ExchangeError(
                .damaged, "there is no value after “\(name.text)”", at: "line \(name.line)",
                remedy: "complete or remove the entry")
        }
        return word.text
    }

    /// Skips the lines of a macro, which an empty line ends.
    mutating func skipMacro() {
        skipLine()
        while !rest.isEmpty, rest.first != "\n", rest.first != "\r" { skipLine() }
    }

    private mutating func word() -> (text: String, line: Int)? {
        guard !rest.isEmpty else { return nil }
        let start = line
        var text = String.UnicodeScalarView()
        let isQuoted = rest.first == "\""
        if isQuoted { rest.removeFirst() }
        while let scalar = rest.first {
            if isQuoted ? scalar == "\"" : scalar.properties.isWhitespace { break }
            rest.removeFirst()
            var taken = scalar
            if isQuoted, scalar == "\\", let escaped = rest.popFirst() {
                taken = ["n": "\n", "r": "\r", "t": "\t"][escaped] ?? escaped
            }
            if taken == "\n" { line += 1 }
            text.append(taken)
        }
        if isQuoted { rest = rest.dropFirst() }
        return (String(text), start)
    }

    private mutating func skipBlanks() {
        while let scalar = rest.first, scalar.properties.isWhitespace {
            if scalar == "\n" { line += 1 }
            rest.removeFirst()
        }
    }

    private mutating func skipLine() {
        while let scalar = rest.popFirst() {
            guard scalar == "\n" else { continue }
            line += 1
            return
        }
    }
}
