import AsymmetricKeys
import Secrets

/// A part of a PEM file. The memory of the text is borrowed.
///
/// Specified in: RFC 7468; RFC 1421, 4.6 for the header lines.
struct PEMBlock {
    let label: String
    /// The header lines, by their names.
    let headers: [String: String]
    /// The Base64 text.
    let text: UnsafeRawBufferPointer
}

/// The parts of a PEM file; text between them is ignored.
struct PEMReader {
    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)
    private static let longestLabel = 64
    private static let mostHeaders = 16

    private var lines: TextLines

    init(_ text: UnsafeRawBufferPointer) { lines = TextLines(rest: text[...]) }

    /// Whether a file has a part of PEM, before which there may be other text.
    static func isPEM(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var lines = TextLines(rest: bytes[...])
        while let line = lines.next() {
            if line.starts(with: begin) { return true }
        }
        return false
    }

    /// Returns the next part; nil after the last.
    mutating func next() throws(ExchangeError) -> PEMBlock? {
        while let line = lines.next() {
            guard line.starts(with: Self.begin) else { continue }
            guard let label = Self.label(line.dropFirst(Self.begin.count)) else { throw ExchangeError(.malformed) }
            return try block(label)
        }
        return nil
    }

    private mutating func block(_ label: String) throws(ExchangeError) -> PEMBlock {
        let headers = try headers()
        let start = lines.rest.startIndex
        while let line = lines.next() {
            guard line.starts(with: Self.end) else { continue }
            guard Self.label(line.dropFirst(Self.end.count)) == label else { throw ExchangeError(.malformed) }
            let text = lines.rest.base[start..<line.startIndex]
            return PEMBlock(label: label, headers: headers, text: UnsafeRawBufferPointer(rebasing: text))
        }
        throw ExchangeError(.malformed)
    }

    /// Takes the header lines and the empty one after them.
    private mutating func headers() throws(ExchangeError) -> [String: String] {
        var headers: [String: String] = [:]
        var ahead = lines
        while let line = ahead.next(), let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            guard headers.count < Self.mostHeaders, line.count < 256 else { throw ExchangeError(.malformed) }
            let value = line[line.index(after: colon)...].drop { $0 == 0x20 }
            headers[String(decoding: line[..<colon], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            lines = ahead
        }
        return headers
    }

    /// Reads the rest of a line with dashes.
    private static func label(_ rest: Slice<UnsafeRawBufferPointer>) -> String? {
        let count = rest.count - dashes.count
        guard (0...longestLabel).contains(count), rest.suffix(dashes.count).elementsEqual(dashes) else { return nil }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }
}

/// Certificates in PEM.
package enum PEMCertificates {
    /// Returns the certificates of a text; other parts, damaged ones and text around them are left out.
    package static func read(_ text: UnsafeRawBufferPointer, most: Int) -> [[UInt8]] {
        var reader = PEMReader(text)
        var found: [[UInt8]] = []
        while found.count < most {
            do throws(ExchangeError) {
                guard let block = try reader.next() else { break }
                guard block.label == DERPart.certificate.label, let der = Base64.decode(block.text) else { continue }
                found.append(der.withUnsafeBytes { [UInt8]($0) })
            } catch { continue }
        }
        return found
    }
}

/// Writes parts of PEM files.
enum PEMWriter {
    private static let lineLength = 64

    /// Returns a part.
    static func block(
        _ label: String, _ bytes: UnsafeRawBufferPointer, lineLength: Int = lineLength
    ) -> SecretBytes {
        let (begin, end) = (Array("-----BEGIN \(label)-----\n".utf8), Array("\n-----END \(label)-----\n".utf8))
        let letters = Base64.encodedCount(bytes.count)
        let breaks = letters == 0 ? 0 : (letters - 1) / lineLength
        return SecretBytes(count: begin.count + letters + breaks + end.count) { output in
            var position = begin.count
            output.copyBytes(from: begin)
            Base64.encode(bytes, lineLength: lineLength) {
                output[position] = $0
                position += 1
            }
            UnsafeMutableRawBufferPointer(rebasing: output[position...]).copyBytes(from: end)
        }
    }

    static func block(_ label: String, _ bytes: [UInt8]) -> SecretBytes { bytes.withBytes { block(label, $0) } }
}
