import Crypto
import Secrets

/// A generator of passwords, in which all passwords that meet the request are equally likely.
///
/// Specified in: Docs/password-generator.md.
public struct PasswordGenerator: Sendable {
    /// The source of randomness: returns a uniformly distributed number from 0 up to but not including the argument.
    package let uniform: @Sendable (UInt32) -> UInt32

    /// Makes a generator.
    ///
    /// - Parameter uniform: the source of randomness: returns a uniformly distributed number from 0 up to but not including its argument.
    ///   Only tests use another source than the system's.
    public init(uniform: @escaping @Sendable (UInt32) -> UInt32 = SecureRandom.uniform) {
        self.uniform = uniform
    }

    /// Generates a password of a type without further requirements.
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

    /// Generates a password of a type that meets `requirements`.
    ///
    /// - Throws: if the requirements are incomplete or contradict each other, or if no password that meets them is strong enough.
    public func password(
        of type: PasswordType, requirements: PasswordRequirements?
    ) throws(PasswordRequirementsError) -> String {
        guard let requirements, !requirements.usesDefaultForType else { return password(of: type) }
        return try password(meeting: CheckedRequirements(requirements, type: type))
    }

    /// Generates a random number of `count` digits that is not a common one.
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

    /// Returns whether the check characters at the end of a recovery key match the others: `false` if it was mistyped.
    ///
    /// - Parameter key: the key in upper case, with or without separators.
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

    /// Draws one character.
    ///
    /// - Parameter alphabet: the alphabet, which is not empty.
    func pick(from alphabet: [Character]) -> Character {
        alphabet[Int(uniform(UInt32(alphabet.count)))]
    }

    /// Returns the check characters: one for each of the first `count` bytes of the SHA-256 of the others. The recovery alphabet has 32
    /// characters, so that each of them stands for 8 of the 256 values of a byte.
    static func checkCharacters(of body: [Character], count: Int, alphabet: [Character]) -> [Character] {
        guard count > 0 else { return [] }
        return SHA256.hash(data: Array(String(body).utf8)).prefix(count).map { alphabet[Int($0) % alphabet.count] }
    }

    static func grouped(_ characters: [Character], by size: Int, separator: String) -> String {
        stride(from: 0, to: characters.count, by: size)
            .map { String(characters[$0..<min($0 + size, characters.count)]) }
            .joined(separator: separator)
    }

    /// Returns whether a password is weak by the second predicate. Only a password of digits counts as a PIN: four letters must not be
    /// accepted as one.
    static func isTooWeak(_ characters: [Character]) -> Bool {
        let isPIN = [4, 6].contains(characters.count) && characters.allSatisfy(PasswordType.digits.contains)
        return PasswordStrength.isWeak(String(characters), asSimplePIN: isPIN)
    }
}
