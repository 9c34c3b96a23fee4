import Foundation
import Secrets

/// Unicode normal forms of passcodes: the same text can have several, depending on keyboard and system.
enum PasscodeForm {
    /// The one from which keys are derived (NFC, Unicode Standard Annex 15).
    case composed
    /// The one in which macOS and some input methods give text (NFD).
    case decomposed

    /// Returns a passcode in this form. A passcode of ASCII characters alone, or of bytes that are not UTF-8, is the same in all forms.
    ///
    /// Other text passes through ordinary memory once, which is overwritten if the program uses `ZeroOnFree`.
    func of(_ passcode: borrowing SecretBytes) -> SecretBytes {
        let text: String? = passcode.withUnsafeBytes { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? nil : String(validating: bytes, as: UTF8.self)
        }
        guard let text else { return passcode.copy() }
        return switch self {
        case .composed: SecretBytes(copying: text.precomposedStringWithCanonicalMapping.utf8)
        case .decomposed: SecretBytes(copying: text.decomposedStringWithCanonicalMapping.utf8)
        }
    }
}
