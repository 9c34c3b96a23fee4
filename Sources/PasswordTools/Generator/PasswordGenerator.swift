import Crypto
import Secrets

/// Makes passwords, each as likely as any other that fits.
///
/// Specified in: Docs/password-generator.md.
public struct PasswordGenerator: Sendable {
    /// A number from 0 up to but not including the argument, each as likely as any other.
    let uniform: @Sendable (UInt32) -> UInt32

    /// - Parameter uniform: where randomness comes from: a number from 0 up to but not including its argument. Only tests
    ///   have a reason to name another source than the system's.
    public init(uniform: @escaping @Sendable (UInt32) -> UInt32 = SecureRandom.uniform) {
        self.uniform = uniform
    }

    /// A password as the type makes it by itself.
    public func password(of type: PasswordType) -> String {
        let alphabet = Array(type.alphabet)
        while true {
            var characters = draw(type.length - type.checkCharacters, from: alphabet)
            characters += Self.checkCharacters(of: characters, count: type.checkCharacters, alphabet: alphabet)
            let fits = type.required.allSatisfy { set in characters.contains { set.contains($0) } }
            if fits, !Self.isTooWeak(characters) {
                return Self.grouped(characters, by: type.groupSize, separator: "-")
            }
        }
    }

    /// A password of the type that meets `requirements`.
    ///
    /// - Throws: if the requirements are incomplete, contradict each other, or nothing that meets them is strong enough.
    public func password(
        of type: PasswordType, requirements: PasswordRequirements?
    ) throws(PasswordRequirementsError) -> String {
        guard let requirements, !requirements.usesDefaultForType else { return password(of: type) }
        return try password(meeting: CheckedRequirements(requirements, type: type))
    }

    /// A random number of `count` digits that is not among those that people try first.
    ///
    /// - Throws: for fewer than 4 digits.
    public func digits(_ count: Int) throws(PasswordRequirementsError) -> String {
        guard count >= 4 else { throw PasswordRequirementsError("a PIN has at least 4 digits") }
        let alphabet = Array(PasswordType.digits)
        while true {
            let characters = draw(count, from: alphabet)
            if !Self.isTooWeak(characters) { return String(characters) }
        }
    }

    /// Whether the check characters at the end of a recovery key are those of the rest: false if it was mistyped.
    ///
    /// - Parameter key: upper case, with or without separators.
    public static func isRecoveryKeyIntact(_ key: String) -> Bool {
        let type = PasswordType.iCloudRecoveryKey
        let alphabet = Array(type.alphabet)
        let characters = key.filter { $0 != "-" }
        guard characters.count == type.length, characters.allSatisfy(alphabet.contains) else { return false }
        let body = Array(characters.dropLast(type.checkCharacters))
        return checkCharacters(of: body, count: type.checkCharacters, alphabet: alphabet)
            == Array(characters.suffix(type.checkCharacters))
    }
}

extension PasswordGenerator {
    func draw(_ count: Int, from alphabet: [Character]) -> [Character] {
        (0..<count).map { _ in pick(from: alphabet) }
    }

    /// - Parameter alphabet: not empty.
    func pick(from alphabet: [Character]) -> Character {
        alphabet[Int(uniform(UInt32(alphabet.count)))]
    }

    /// One character per byte of the SHA-256 over the others, as far as wanted. The recovery alphabet has 32 characters, so
    /// that every one of them stands for 8 of the 256 values of a byte.
    static func checkCharacters(of body: [Character], count: Int, alphabet: [Character]) -> [Character] {
        guard count > 0 else { return [] }
        return SHA256.hash(data: Array(String(body).utf8)).prefix(count).map { alphabet[Int($0) % alphabet.count] }
    }

    static func grouped(_ characters: [Character], by size: Int, separator: String) -> String {
        stride(from: 0, to: characters.count, by: size)
            .map { String(characters[$0..<min($0 + size, characters.count)]) }
            .joined(separator: separator)
    }

    /// The generator judges by the second predicate. A PIN is a PIN only if it has nothing but digits: four letters must not
    /// pass as one.
    static func isTooWeak(_ characters: [Character]) -> Bool {
        let isPIN = [4, 6].contains(characters.count) && characters.allSatisfy(PasswordType.digits.contains)
        return PasswordStrength.isWeak(String(characters), asSimplePIN: isPIN)
    }
}
