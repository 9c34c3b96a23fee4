/// The lines of a text, without blanks and line breaks at their ends. A break is LF, CR, or CR and LF.
struct TextLines {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
        var line = rest[..<end]
        let isReturn = end < rest.endIndex && rest[end] == 0x0D
        rest = rest[end...].dropFirst()
        if isReturn, rest.first == 0x0A { rest = rest.dropFirst() }
        while line.last == 0x20 || line.last == 0x09 { line = line.dropLast() }
        return line
    }
}
