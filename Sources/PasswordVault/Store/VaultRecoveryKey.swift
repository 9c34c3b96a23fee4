import KeychainServices
import PasswordTools
import Secrets

/// The recovery key of a vault: 26 random characters from an alphabet of 32, and two check characters that detect typing errors.
///
/// The 28 characters themselves are the input of the key derivation.
/// Specified in: Docs/vault-format.md, "Recovery key"; Docs/password-generator.md, "Types".
package enum VaultRecoveryKey {
    /// The maximum size of the typed text in bytes, blanks included.
    private static let longest = 200

    /// Makes a new recovery key, with hyphens.
    static func make() -> SecretBytes {
        SecretBytes(copying: PasswordGenerator().password(of: .iCloudRecoveryKey).utf8)
    }

    /// Returns the characters of a typed recovery key, in capitals and without hyphens and blanks; `nil` if the text is not a recovery key.
    package static func key(_ text: borrowing SecretBytes) -> SecretBytes? {
        guard text.count <= longest else { return nil }
        var characters = SecretBytes(zeros: PasswordType.iCloudRecoveryKey.length)
        let count = text.withUnsafeBytes { text in
            characters.withUnsafeMutableBytes { characters in
                var count = 0
                for byte in text where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
                    guard count < characters.count else { return count + 1 }
                    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    characters[count] = isSmall ? byte - 0x20 : byte
                    count += 1
                }
                return count
            }
        }
        guard count == characters.count else { return nil }
        let isIntact = characters.withUnsafeBytes { bytes in
            String(validating: bytes, as: UTF8.self).map(PasswordGenerator.isRecoveryKeyIntact) ?? false
        }
        guard isIntact else { return nil }
        return characters
    }

    package static var mistyped: KeychainError {
        KeychainError(
            .parameter, "the text is not a recovery key",
            remedy: "type its 28 letters and digits again; hyphens and blanks may be left out")
    }
}
