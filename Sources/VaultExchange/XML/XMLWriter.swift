import Foundation

/// A writer of an XML document in UTF-8, into bytes that are wiped.
package final class XMLWriter {
    /// The document so far.
    package let document = WipedBuffer(capacity: 1 << 16)

    /// Begins a document.
    package init() { document.append("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n".utf8) }

    /// Writes an element with other elements in it.
    package func element<Failure: Error>(_ name: StaticString, _ body: () throws(Failure) -> Void) throws(Failure) {
        tag("<", name, ">")
        try body()
        tag("</", name, ">\n")
    }

    /// Writes an element with a text.
    ///
    /// - Parameter attribute: the attributes, well-formed: `Protected="True"`.
    package func element(_ name: StaticString, _ text: String, attribute: String? = nil) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { element(name, $0, attribute: attribute) }
    }

    /// Writes an element with a text in UTF-8.
    package func element(_ name: StaticString, _ text: UnsafeRawBufferPointer, attribute: String? = nil) {
        tag("<", name, "")
        if let attribute { document.append(" \(attribute)".utf8) }
        guard !text.isEmpty else { return document.append("/>\n".utf8) }
        document.append(">".utf8)
        escape(text)
        tag("</", name, ">\n")
    }

    /// Whether a text has only characters that a document can have (XML 1.0, 2.2).
    package static func canHold(_ text: UnsafeRawBufferPointer) -> Bool {
        // The three bytes of U+FFFE and U+FFFF begin with EF BF.
        var (last, beforeLast): (UInt8, UInt8) = (0, 0)
        for byte in text {
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
            if byte >= 0xBE, last == 0xBF, beforeLast == 0xEF { return false }
            (beforeLast, last) = (last, byte)
        }
        return true
    }

    /// Returns a text without the characters that a document cannot have.
    package static func printable(_ text: String) -> String {
        guard !Array(text.utf8).withUnsafeBytes({ canHold($0) }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where (scalar.value >= 0x20 || "\t\r\n".unicodeScalars.contains(scalar)) && scalar.value & 0xFFFE != 0xFFFE {
            kept.append(scalar)
        }
        return String(kept)
    }

    private func tag(_ start: StaticString, _ name: StaticString, _ end: StaticString) {
        for part in [start, name, end] {
            document.append(UnsafeRawBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount))
        }
    }

    private func escape(_ text: UnsafeRawBufferPointer) {
        var start = 0
        for (index, byte) in text.enumerated() {
            let replacement: StaticString
            switch byte {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            // A reader makes a line feed of a carriage return.
            case 0x0D: replacement = "&#13;"
            default: continue
            }
            document.append(UnsafeRawBufferPointer(rebasing: text[start..<index]))
            document.append(UnsafeRawBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
            start = index + 1
        }
        document.append(UnsafeRawBufferPointer(rebasing: text[start...]))
    }
}
