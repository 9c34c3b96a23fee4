import Foundation
import KeychainServices

/// Values of attributes as text.
enum AttributeText {
    /// The most characters of a value: an item can have 1 MiB of attributes.
    private static let longest = 4096

    static func text(_ value: AttributeValue, of key: AttributeKey) -> String {
        let text =
            switch value {
            case .string(let text): text
            case .data(let bytes): String(validating: bytes, as: UTF8.self).flatMap(printable) ?? hexadecimal(bytes)
            case .number(let number): fourLetters(number, of: key) ?? String(number)
            case .real(let number): String(number)
            case .date(let date): Dates.moment(date)
            case .accessControl(let control): ([control.protection.code] + flags(control)).joined(separator: " ")
            }
        return safe(text)
    }

    /// Text from a program, without what would break a line, turn its direction or hide something.
    static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(longest).map { isHidden($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }

    private static func printable(_ text: String) -> String? {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }

    /// Bytes in hexadecimal digits, with blanks between groups of four.
    static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for (place, byte) in bytes.prefix(longest / 4).enumerated() {
            if place > 0, place.isMultiple(of: 2) { text += " " }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }

    /// Creators and types are numbers that stand for four letters.
    private static func fourLetters(_ number: Int64, of key: AttributeKey) -> String? {
        guard key == .creator || key == .type, number > 0x2020_2020, let code = UInt32(exactly: number) else {
            return nil
        }
        let letters = AttributeKey(rawValue: code).letters
        return letters.utf8.allSatisfy { (0x20...0x7e).contains($0) } ? letters : nil
    }

    /// The names of the flags of an access control, in the order of their bits.
    static func flags(_ control: AccessControl) -> [String] {
        let all: [(AccessControl.Flags, String)] = [
            (.userPresence, "userPresence"), (.biometryAny, "biometryAny"), (.biometryCurrentSet, "biometryCurrentSet"),
            (.devicePasscode, "devicePasscode"), (.companion, "companion"), (.or, "or"), (.and, "and"),
            (.privateKeyUsage, "privateKeyUsage"), (.applicationPassword, "applicationPassword"),
        ]
        return all.filter { control.flags.contains($0.0) }.map(\.1)
    }
}
