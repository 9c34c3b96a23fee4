import Crypto
import PasswordVault
import Secrets

/// The SHA-1 of a password in 40 hexadecimal digits, capital ones: the form in which leaked passwords are listed. A password can be guessed
/// from it, so it is kept as a secret.
public struct LeakHash: Hashable, Sendable {
    /// The number of digits of a hash.
    static let size = 40
    /// The number of digits that a server is told.
    static let prefixSize = 5

    private let digits: Secret

    init(_ password: Secret) {
        var bytes = SecretBytes(zeros: Self.size)
        password.withUnsafeBytes { password in
            let digest = Insecure.SHA1.hash(data: password)
            let digits = Array("0123456789ABCDEF".utf8)
            bytes.withUnsafeMutableBytes { bytes in
                for (index, byte) in digest.enumerated() {
                    bytes[2 * index] = digits[Int(byte >> 4)]
                    bytes[2 * index + 1] = digits[Int(byte & 15)]
                }
            }
        }
        digits = Secret(bytes)
        wipeStack()
    }

    /// The first five digits, which about one in a million passwords has.
    var prefix: String { digits.withUnsafeBytes { String(decoding: $0.prefix(Self.prefixSize), as: UTF8.self) } }

    /// Compares the digits from a position on with others: negative if these come first, 0 if they are equal.
    func compare(from start: Int = 0, _ other: some Sequence<UInt8>) -> Int {
        digits.withUnsafeBytes { digits in
            for (mine, theirs) in zip(digits[start...], other) where mine != theirs { return mine < theirs ? -1 : 1 }
            return 0
        }
    }

    /// Whether the digits are the same.
    public static func == (one: LeakHash, other: LeakHash) -> Bool { one.digits == other.digits }
    /// Hashes the first five digits alone, so that no hasher keeps the others.
    public func hash(into hasher: inout Hasher) { hasher.combine(prefix) }
}
