/// The parser of templates. It looks at each byte a bounded number of times.
struct TemplateScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var pieces: [SecretTemplate.Piece] = []
    private var textStart = 0
    private var count = 0

    private static let marker = Array(SecretReference.prefix.utf8)
    private static let brace = UInt8(ascii: "{")

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() throws(SecretReferenceError) -> [SecretTemplate.Piece] {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Self.brace, isAt(position + 1, Self.brace) {
                try enclosed()
            } else if byte == Self.marker[0], isMarker(at: position), isBareStart(position) {
                try bare()
            } else {
                if byte == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        }
        endText(at: bytes.count)
        return pieces
    }

    // MARK: - Bare

    /// The characters before which a bare reference does not begin.
    private func isBareStart(_ start: Int) -> Bool {
        guard start > 0 else { return true }
        let before = bytes[start - 1]
        return
            !(Self.isLetterOrDigit(before)
            || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "\\"), UInt8(ascii: ".")].contains(before))
    }

    private mutating func bare() throws(SecretReferenceError) {
        var end = position + Self.marker.count
        while end < bytes.count, Self.isOfBareReference(bytes[end]) { end += 1 }
        try add(position..<end, through: end)
    }

    private static func isOfBareReference(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-?_./%=~".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    // MARK: - Enclosed

    private mutating func enclosed() throws(SecretReferenceError) {
        var start = position + 2
        while isAt(start, UInt8(ascii: " ")) || isAt(start, UInt8(ascii: "\t")) { start += 1 }
        if isMarker(at: start) {
            guard let close = closing(from: start) else {
                throw SecretReferenceError(
                    "line \(line): the reference after “{{” has no “}}” on its line", remedy: "add “}}” after it")
            }
            return try add(start..<close, through: close + 2)
        }
        if isAt(start, UInt8(ascii: "\"")), let literal = quoted(from: start + 1) {
            endText(at: position)
            pieces.append(.text(literal.content))
            (position, textStart) = (literal.end, literal.end)
            return
        }
        // Braces of another language. The next one may still begin a reference: “{{{ chatelaine://… }}}”.
        position += 1
    }

    /// The position of the `}}` that ends a reference.
    private func closing(from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), index - start <= SecretReference.largestSize + 64
        {
            if bytes[index] == UInt8(ascii: "}"), isAt(index + 1, UInt8(ascii: "}")) { return index }
            index += 1
        }
        return nil
    }

    /// The text of `{{ "…" }}` if it has a reference, and the position behind it. The text is on one line.
    private func quoted(from start: Int) -> (content: Range<Int>, end: Int)? {
        var (index, hasReference) = (start, false)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), index - start <= SecretReference.largestSize + 64
        {
            if isMarker(at: index) { hasReference = true }
            if bytes[index] == UInt8(ascii: "\"") {
                var end = index + 1
                while isAt(end, UInt8(ascii: " ")) || isAt(end, UInt8(ascii: "\t")) { end += 1 }
                if hasReference, isAt(end, UInt8(ascii: "}")), isAt(end + 1, UInt8(ascii: "}")) {
                    return (start..<index, end + 2)
                }
            }
            index += 1
        }
        return nil
    }

    // MARK: - Pieces

    private mutating func add(_ range: Range<Int>, through end: Int) throws(SecretReferenceError) {
        var range = range
        while let last = range.last, bytes[last] == UInt8(ascii: " ") || bytes[last] == UInt8(ascii: "\t") {
            range = range.lowerBound..<last
        }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw SecretReferenceError(
                "line \(line): the reference is not UTF-8", remedy: "write the template in UTF-8")
        }
        count += 1
        guard count <= SecretTemplate.mostReferences else {
            throw SecretReferenceError(
                "the template has more than \(SecretTemplate.mostReferences) references", remedy: "split it")
        }
        do throws(SecretReferenceError) {
            let reference = try SecretReference(parsing: text)
            endText(at: position)
            pieces.append(.reference(reference, line: line))
        } catch {
            throw error.at("line \(line)")
        }
        (position, textStart) = (end, end)
    }

    private mutating func endText(at end: Int) {
        if textStart < end { pieces.append(.text(textStart..<end)) }
    }

    private func isAt(_ index: Int, _ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }

    private func isMarker(at index: Int) -> Bool {
        guard index + Self.marker.count <= bytes.count else { return false }
        return bytes[index..<index + Self.marker.count].elementsEqual(Self.marker)
    }
}
