import Foundation
import KeyManagement
import Secrets

/// Additional inputs to the key of an item's secret: an item with the flags `devicePasscode` or `applicationPassword` does not
/// open without them, no matter which program tries.
///
/// Specified in: Docs/keychain-format.md, "Factors".
struct ItemFactors {
    /// 32 random bytes sealed to a key pair of the keybag.
    struct Passcode {
        let pair: Int64
        let sealed: [UInt8]
    }

    var passcode: Passcode?
    /// The parameters for stretching the application password; the salt is the keychain's.
    var application: PasscodeHash?

    private static let version: UInt8 = 1
    private static let hasPasscode: UInt8 = 1
    private static let hasApplication: UInt8 = 2
    private static let secretSize = 32
    private static let sealedSize = secretSize + SealingKey.overhead

    /// Factors that have just been made, and their input to the key.
    final class NewFactors: Sendable {
        let factors: ItemFactors
        let input: SecretBytes

        fileprivate init(_ factors: ItemFactors, _ input: consuming SecretBytes) {
            self.factors = factors
            self.input = input
        }
    }

    // MARK: - Bytes

    /// Parses factors.
    ///
    /// - Throws: `.decode` for bytes that ``serialized`` never produces.
    init(_ bytes: UnsafeRawBufferPointer, keychainID: [UInt8]) throws(KeychainError) {
        var rest = bytes[...]
        func take(_ count: Int) throws(KeychainError) -> Slice<UnsafeRawBufferPointer> {
            guard rest.count >= count else { throw .damaged("an item") }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number() throws(KeychainError) -> UInt64 { try take(8).reduce(0) { $0 << 8 | UInt64($1) } }
        let head = Array(try take(2))
        guard head[0] == Self.version, head[1] != 0, head[1] & ~(Self.hasPasscode | Self.hasApplication) == 0 else {
            throw .damaged("an item")
        }
        if head[1] & Self.hasPasscode != 0 {
            let pair = Int64(bitPattern: try number())
            passcode = Passcode(pair: pair, sealed: Array(try take(Self.sealedSize)))
        }
        if head[1] & Self.hasApplication != 0 {
            let passes = try number()
            // Argon2 counts in KiB: other sizes would be a second encoding of the same parameters.
            guard let memory = Int(exactly: try number()), memory.isMultiple(of: 1 << 10) else {
                throw .damaged("an item")
            }
            application = try Self.hash(passes: passes, memory: memory, keychainID: keychainID)
        }
        guard rest.isEmpty else { throw .damaged("an item") }
    }

    var serialized: [UInt8] {
        var bytes = [
            Self.version, (passcode == nil ? 0 : Self.hasPasscode) | (application == nil ? 0 : Self.hasApplication),
        ]
        func append(_ number: UInt64) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        if let passcode {
            append(UInt64(bitPattern: passcode.pair))
            bytes += passcode.sealed
        }
        if let application {
            append(application.passes)
            append(UInt64(application.memory))
        }
        return bytes
    }

    private static func hash(passes: UInt64, memory: Int, keychainID: [UInt8]) throws(KeychainError) -> PasscodeHash {
        // One salt per keychain, so that an application password is stretched once, not once for each item.
        var salt = AssociatedData(capacity: 64)
        salt.append("chatelaine application password 1")
        salt.append(keychainID)
        var digest = [UInt8](repeating: 0, count: 32)
        salt.withUnsafeBytes { salt in digest.withUnsafeMutableBytes { sha256(salt, into: $0) } }
        do {
            return try PasscodeHash(passes: passes, memory: memory, salt: Array(digest.prefix(PasscodeHash.saltSize)))
        } catch {
            throw .damaged("an item")
        }
    }

    // MARK: - Making

    /// Makes new factors for an item, and their input to its key.
    ///
    /// - Returns: nil if the item key alone opens the item.
    /// - Throws: `KeyError.noPasscode`; a `KeychainError` with the missing requirement.
    static func make(
        for control: AccessControl, _ associatedData: AssociatedData, _ keys: KeySet, _ gate: AuthenticationGate,
        _ cost: PasscodeHash.Cost
    ) throws -> NewFactors? {
        let requirement = AuthenticationRequirement(control)
        let (takesPasscode, takesPassword) = (requirement.needsKeychainPasscode, requirement.needsApplicationPassword)
        guard takesPasscode || takesPassword else { return nil }
        var factors = ItemFactors()
        var input = SecretBytes(zeros: 2 * secretSize)
        if takesPasscode {
            let secret = SecretBytes(random: secretSize)
            let key = try keys.currentPasscodeSealingKey()
            factors.passcode = Passcode(pair: key.number, sealed: try key.seal(secret, associatedData: associatedData))
            input.write(secret, at: 0)
        }
        if takesPassword {
            guard let password = gate.authentication.context.applicationPassword else {
                var requirement = AuthenticationRequirement([])
                (requirement.needsApplicationPassword, requirement.choosesApplicationPassword) = (true, true)
                throw gate.error(for: requirement)
            }
            let hash = try newHash(cost, keychainID: keys.keybag.keychainID)
            factors.application = hash
            input.write(try password.key(hash).bytes, at: secretSize)
        }
        return NewFactors(factors, input)
    }

    private init() {}

    private static func newHash(_ cost: PasscodeHash.Cost, keychainID: [UInt8]) throws(KeychainError) -> PasscodeHash {
        switch cost {
        // The minimum, because several items may each be stored with another program's password.
        case .tuned, .tunedPBKDF2:
            try hash(passes: PasscodeHash.leastPasses, memory: PasscodeHash.leastMemory, keychainID: keychainID)
        case .fixed(let passes, let memory): try hash(passes: passes, memory: memory, keychainID: keychainID)
        }
    }

    // MARK: - Opening

    /// Returns the factors' input to the key of the item.
    ///
    /// - Throws: `.authenticationFailed` for a factor that the context does not have.
    func input(_ associatedData: AssociatedData, _ context: AuthenticationContext) throws -> SecretBytes {
        var input = SecretBytes(zeros: 2 * Self.secretSize)
        if let passcode {
            guard let secret = context.openingKey(passcode.pair)?.open(passcode.sealed, associatedData: associatedData),
                secret.count == Self.secretSize
            else {
                throw KeychainError(
                    .authenticationFailed, "the item requires the keychain's own passcode, which was not entered",
                    remedy: "if that passcode was removed, the item is lost")
            }
            input.write(secret, at: 0)
        }
        if let application {
            guard let password = context.applicationPassword else {
                throw KeychainError(.authenticationFailed, "the item requires its application password")
            }
            input.write(try password.key(application).bytes, at: Self.secretSize)
        }
        return input
    }

    /// Replaces the item key, in place, by the key of the item's secret: HKDF (RFC 5869) over both inputs.
    static func deriveSecretKey(
        _ input: borrowing SecretBytes, into key: UnsafeMutableRawBufferPointer, keychainID: [UInt8]
    ) {
        let both = SecretBytes(count: key.count + input.count) { both in
            both.copyMemory(from: UnsafeRawBufferPointer(key))
            input.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: both[key.count...]).copyMemory(from: $0) }
        }
        let extracted = HMACKey(extracting: both, salt: keychainID)
        let label: StaticString = "chatelaine item factors 1"
        label.withUTF8Buffer { extracted.expand(UnsafeRawBufferPointer($0), into: key) }
    }
}

extension SecretBytes {
    fileprivate mutating func write(_ part: borrowing SecretBytes, at offset: Int) {
        withUnsafeMutableBytes { whole in
            part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: whole[offset...]).copyMemory(from: $0) }
        }
    }
}
