/// The variables of an environment file (`.env`): the subset that the libraries named dotenv have in common.
///
/// Specified in: Docs/secret-references.md, "Environment files".
public struct EnvironmentFile: Sendable, Equatable {
    /// A variable.
    public struct Variable: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The value, in UTF-8.
        public let value: [UInt8]
        /// The line on which it begins.
        public let line: Int
    }

    /// The maximum size in bytes.
    public static let largestSize = 1 << 20
    /// The maximum number of variables.
    static let mostVariables = 10_000

    /// The variables in the order of the file. Of several with one name the last counts.
    public let variables: [Variable]

    /// Parses a file.
    ///
    /// - Throws: an error with the line.
    public init(_ bytes: [UInt8]) throws(SecretReferenceError) {
        guard bytes.count <= Self.largestSize else {
            throw SecretReferenceError("the environment file is larger than 1 MiB", remedy: "split it")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SecretReferenceError("the environment file is not UTF-8", remedy: "write it in UTF-8")
        }
        var parser = EnvironmentParser(bytes)
        variables = try parser.variables()
    }
}

/// The parser of environment files.
private struct EnvironmentParser {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark, as editors of Windows write it.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func variables() throws(SecretReferenceError) -> [EnvironmentFile.Variable] {
        var found: [EnvironmentFile.Variable] = []
        while position < bytes.count {
            skipBlanks()
            if try endLine() { continue }
            found.append(try variable())
            guard found.count <= EnvironmentFile.mostVariables else {
                throw error("there are more than \(EnvironmentFile.mostVariables) variables", remedy: "split the file")
            }
        }
        return found
    }

    /// Takes the end of the line and a comment before it, if nothing else is left on the line.
    private mutating func endLine() throws(SecretReferenceError) -> Bool {
        if next == UInt8(ascii: "#") {
            while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
        }
        if next == UInt8(ascii: "\r"), position + 1 == bytes.count || bytes[position + 1] == UInt8(ascii: "\n") {
            position += 1
        }
        guard let byte = next else { return true }
        guard byte == UInt8(ascii: "\n") else { return false }
        position += 1
        line += 1
        return true
    }

    private mutating func variable() throws(SecretReferenceError) -> EnvironmentFile.Variable {
        let start = line
        var name = takeName()
        if name == "export", next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") {
            skipBlanks()
            name = takeName()
        }
        skipBlanks()
        guard !name.isEmpty, let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else {
            throw error("a line has to be NAME=VALUE", remedy: "begin the name with a letter or “_”; comments with “#”")
        }
        guard next == UInt8(ascii: "=") else {
            throw error("“=” is missing after “\(name.prefix(64))”", remedy: "write NAME=VALUE")
        }
        position += 1
        skipBlanks()
        let value = try takeValue()
        guard !value.contains(0) else { throw error("the value has a byte 0", remedy: "remove it") }
        return EnvironmentFile.Variable(name: name, value: value, line: start)
    }

    private mutating func takeName() -> String {
        let start = position
        while let byte = next, Self.isOfName(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private mutating func takeValue() throws(SecretReferenceError) -> [UInt8] {
        switch next {
        case UInt8(ascii: "\""): try quoted(by: UInt8(ascii: "\""), hasEscapes: true)
        case UInt8(ascii: "'"): try quoted(by: UInt8(ascii: "'"), hasEscapes: false)
        case UInt8(ascii: "`"): try quoted(by: UInt8(ascii: "`"), hasEscapes: false)
        default: try unquoted()
        }
    }

    /// Takes the rest of the line, up to a comment, without blanks at its end.
    private mutating func unquoted() throws(SecretReferenceError) -> [UInt8] {
        let start = position
        while let byte = next, byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "#"), position == start || Self.isBlank(bytes[position - 1]) { break }
            position += 1
        }
        var end = position
        while end > start, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        _ = try endLine()
        return Array(bytes[start..<end])
    }

    /// Takes a quoted value, of several lines if it has them, and the rest of its last line.
    private mutating func quoted(by quote: UInt8, hasEscapes: Bool) throws(SecretReferenceError) -> [UInt8] {
        let start = line
        var value: [UInt8] = []
        position += 1
        while let byte = next, byte != quote {
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == UInt8(ascii: "\\"), hasEscapes, let escaped = next {
                position += 1
                if escaped == UInt8(ascii: "\n") { line += 1 }
                value += Self.unescaped(escaped)
            } else if !(byte == UInt8(ascii: "\r") && next == UInt8(ascii: "\n")) {
                value.append(byte)
            }
        }
        guard next == quote else {
            line = start
            throw error("the quote that begins here has no end", remedy: "add the closing quote")
        }
        position += 1
        skipBlanks()
        guard try endLine() else {
            throw error(
                "there is text after the closing quote", remedy: "begin a comment with “#”, or quote all of the value")
        }
        return value
    }

    private static func unescaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"): [UInt8(ascii: "\n")]
        case UInt8(ascii: "r"): [UInt8(ascii: "\r")]
        case UInt8(ascii: "t"): [UInt8(ascii: "\t")]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): [byte]
        default: [UInt8(ascii: "\\"), byte]
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private mutating func skipBlanks() { while let byte = next, Self.isBlank(byte) { position += 1 } }

    private func error(_ reason: String, remedy: String) -> SecretReferenceError {
        SecretReferenceError("line \(line): \(reason)", remedy: remedy)
    }
}
