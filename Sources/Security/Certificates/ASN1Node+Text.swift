import SwiftASN1

extension ASN1Node {
    /// The text of a value of one of the string types that names have (X.520, `DirectoryString`).
    ///
    /// Nil for another type, for bytes that are invalid in the type, and for text with NUL: a program in C would see another, shorter name.
    var text: String? {
        guard case .primitive(let bytes) = content, let text = decode(bytes), !text.utf8.contains(0) else { return nil }
        return text
    }

    private func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        switch identifier {
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString:
            String(validating: bytes, as: UTF8.self)
        // T.61 is used as ISO 8859-1 everywhere. Its values are the first ones of Unicode.
        case .teletexString: String(decoding: bytes.map { UInt16($0) }, as: UTF16.self)
        case .bmpString: units(of: bytes).flatMap { String(validating: $0, as: UTF16.self) }
        case .universalString: units(of: bytes).flatMap { String(validating: $0, as: UTF32.self) }
        default: nil
        }
    }

    /// Returns big-endian numbers, or nil if the last one is incomplete.
    private func units<Unit: FixedWidthInteger & UnsignedInteger>(of bytes: ArraySlice<UInt8>) -> [Unit]? {
        let size = MemoryLayout<Unit>.size
        guard bytes.count.isMultiple(of: size) else { return nil }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 << 8 | Unit($1) }
        }
    }
}
