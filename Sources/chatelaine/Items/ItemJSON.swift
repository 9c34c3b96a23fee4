import Foundation
import KeychainServices
import LinuxSupport

/// Items as JSON for programs. The format has a version, which changes when an existing member changes; new members may be added at any
/// time.
///
/// Specified in: Docs/command-line.md, "JSON".
enum ItemJSON {
    static let version = 1

    static func text(_ items: [Item]) -> String {
        let list = items.map { "    " + object($0) }.joined(separator: ",\n")
        return "{\n  \"version\": \(version),\n  \"items\": [\n\(list)\(list.isEmpty ? "" : "\n")  ]\n}"
    }

    private static func object(_ item: Item) -> String {
        let attributes = item.attributes.map { key, value in
            "\(string(AttributeName.name(of: key))): \(self.value(value))"
        }
        let reference = item.persistentReference.data.base64EncodedString()
        return
            "{\"class\": \(string(ItemClassName.shortName(of: item.itemClass))), \"reference\": \(string(reference)), "
            + "\"attributes\": {\(attributes.joined(separator: ", "))}}"
    }

    private static func value(_ value: AttributeValue) -> String {
        switch value {
        case .string(let text): return string(text)
        case .data(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) { return string(text) }
            return "{\"base64\": \(string(bytes.base64EncodedString()))}"
        case .number(let number): return String(number)
        // JSON has no infinity and no NaN.
        case .real(let number): return number.isFinite ? String(number) : string(String(number))
        case .date(let date): return string(DateText.text(date))
        case .accessControl(let control):
            let flags = AttributeText.names(of: control.flags).map(string).joined(separator: ", ")
            return "{\"accessible\": \(string(control.protection.code)), \"flags\": [\(flags)]}"
        }
    }

    /// Returns a JSON string. Characters that a terminal would act on are escaped too, because JSON is read on terminals.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where UntrustedText.isHidden(scalar):
                // Two units, a surrogate pair, for a scalar beyond the basic plane (RFC 8259, 7).
                for unit in UTF16.encode(scalar) ?? .init() {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
