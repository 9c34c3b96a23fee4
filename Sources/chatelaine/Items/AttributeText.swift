import Foundation
import KeychainServices

/// Values of attributes, as text for the user.
enum AttributeText {
    static func text(_ value: AttributeValue, of key: AttributeKey) -> String {
        switch value {
        case .string(let text): readable(text, of: key)
        case .data(let bytes): String(validating: bytes, as: UTF8.self) ?? "0x" + hex(bytes)
        case .number(let number): String(number)
        case .real(let number): String(number)
        case .date(let date): DateText.text(date)
        case .accessControl(let control): ([control.protection.code] + names(of: control.flags)).joined(separator: " ")
        }
    }

    /// Returns the names of the flags of an access control, in the order of their bits.
    static func names(of flags: AccessControl.Flags) -> [String] {
        let all: [(AccessControl.Flags, String)] = [
            (.userPresence, "userPresence"), (.biometryAny, "biometryAny"),
            (.biometryCurrentSet, "biometryCurrentSet"), (.devicePasscode, "devicePasscode"),
            (.companion, "companion"), (.or, "or"), (.and, "and"), (.privateKeyUsage, "privateKeyUsage"),
            (.applicationPassword, "applicationPassword"),
        ]
        return all.filter { flags.contains($0.0) }.map(\.1)
    }

    private static func readable(_ text: String, of key: AttributeKey) -> String {
        guard key == .accessible, let name = AttributeValueName.accessible.first(where: { $0.value == text })?.key
        else { return text }
        return "\(name) (\(text))"
    }

    private static func hex(_ bytes: Data) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
