import Foundation
import Security

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

// The digests by which older programs check a PIN. An attacker who has the digest and the salt tries all PINs in seconds:
// `setPIN` and `verifyPIN` are the better way.

extension KeychainWrapper {
    /// The identifier under which programs store the digest of their user's PIN, for ``compareKeychainValue(forMatchingPIN:)``.
    public static let pinIdentifier = "hasSavedPIN"
    /// The identifier of the salt: 32 random bytes as 64 hexadecimal digits, made at the first use.
    static let saltIdentifier = "KeychainWrapper.salt"

    /// Returns whether a PIN's digest is the one stored under ``pinIdentifier``.
    ///
    /// An attacker who can read the digest finds the PIN in seconds; new programs use ``verifyPIN(_:)``.
    ///
    /// - Parameter pin: the number that the program makes from the PIN.
    /// - Returns: false also if nothing is stored, or the keychain is locked.
    public static func compareKeychainValue(forMatchingPIN pin: UInt) -> Bool {
        guard let stored = searchKeychainCopyMatchingIdentifier(pinIdentifier), let salt = salt() else { return false }
        // Comparing two digests takes constant time, so the digests of both values are compared.
        return SHA256.hash(data: stored) == SHA256.hash(data: Data(digest(forPIN: pin, salt: salt).utf8))
    }

    /// Returns the digest of a PIN: SHA-256 over the user default `username`, percent-escaped, the number in decimal, and a random
    /// salt that is made once and stored in the keychain.
    ///
    /// An attacker who can read digest and salt finds the PIN in seconds; new programs use ``setPIN(_:)``.
    ///
    /// - Parameter pin: the number that the program makes from the PIN.
    /// - Returns: 64 lower-case hexadecimal digits. If the salt can neither be read nor stored, because the keychain is locked,
    ///   the digest with a salt for this one call, which no PIN will match.
    public static func securedSHA256DigestHash(forPIN pin: UInt) -> String {
        digest(forPIN: pin, salt: salt() ?? UUID().uuidString)
    }

    /// Returns the SHA-256 digest of a text's UTF-8 form.
    ///
    /// - Parameter text: the text.
    /// - Returns: 64 lower-case hexadecimal digits.
    public static func computeSHA256Digest(for text: String) -> String {
        hexadecimal(SHA256.hash(data: Data(text.utf8)))
    }

    private static func digest(forPIN pin: UInt, salt: String) -> String {
        let user = UserDefaults.standard.string(forKey: "username") ?? ""
        let escaped = user.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? user
        return computeSHA256Digest(for: escaped + String(pin) + salt)
    }

    private static func salt() -> String? {
        if let salt = keychainStringFromMatchingIdentifier(saltIdentifier) { return salt }
        guard let salt = randomSalt() else { return nil }
        switch StoredItem(identifier: saltIdentifier).add([kSecValueData as String: Data(salt.utf8)]) {
        case errSecSuccess: return salt
        // Another process was faster: its salt is used.
        case errSecDuplicateItem: return keychainStringFromMatchingIdentifier(saltIdentifier)
        default: return nil
        }
    }

    private static func randomSalt() -> String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        guard SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else { return nil }
        return hexadecimal(bytes)
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
