import Foundation
import KeychainServices

/// How values are printed: text in quotation marks where all bytes can be read, hexadecimal otherwise.
enum ValueText {
    /// Returns the printed form of bytes; empty for none.
    static func text(of bytes: some Collection<UInt8>) -> String {
        guard !bytes.isEmpty else { return "" }
        if bytes.allSatisfy(isPlain) { return "\"\(String(decoding: bytes, as: Unicode.ASCII.self))\"" }
        let hexadecimal = "0x" + hex(bytes, upperCase: true)
        guard bytes.contains(where: isPlain) else { return hexadecimal + " " }
        let escaped = bytes.map { isPlain($0) ? String(UnicodeScalar($0)) : "\\" + octal($0) }.joined()
        return "\(hexadecimal)  \"\(escaped)\""
    }

    /// The printed form of a number of four bytes.
    static func text(of number: UInt32) -> String {
        text(of: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// Whether a byte stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\\") }

    static func hex(_ bytes: some Collection<UInt8>, upperCase: Bool) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: upperCase)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}
