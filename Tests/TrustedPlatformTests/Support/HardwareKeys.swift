import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Secrets
import Security
import Synchronization
import TestSupport
import Testing

/// Keys in hardware as programs make and use them, by the public functions alone.
enum HardwareKeys {
    static let message = Data("message".utf8)
    static let tag = Data("com.example.hardware".utf8)

    struct Failure: Error, Equatable {
        let status: OSStatus
    }

    static func make(_ more: [CFString: Any] = [:], ofPrivateHalf half: [CFString: Any] = [:]) throws -> SecKey {
        var parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        parameters[kSecPrivateKeyAttrs] = [kSecAttrApplicationTag: tag].merging(half) { $1 }
        parameters.merge(more) { $1 }
        return try reported { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    }

    /// A key on P-256 in memory.
    static func makeInMemory() throws -> SecKey {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
        ]
        return try reported { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    }

    static func read(_ data: Data, _ more: [CFString: Any] = [:]) throws -> SecKey {
        var attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        ]
        attributes.merge(more) { $1 }
        return try reported { SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0) }
    }

    static func publicHalf(_ key: SecKey) throws -> SecKey { try #require(SecKeyCopyPublicKey(key)) }

    static func bytes(_ key: SecKey) throws -> Data {
        try reported { SecKeyCopyExternalRepresentation(key, $0) } as Data
    }

    static func attributes(_ key: SecKey) throws -> [String: Any] {
        try #require(SecKeyCopyAttributes(key) as? [String: Any])
    }

    static func sign(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm = .ecdsaSignatureMessageX962SHA256, _ data: Data = message
    ) throws -> Data {
        try reported { SecKeyCreateSignature(key, algorithm, data as CFData, $0) } as Data
    }

    static func isValid(
        _ signature: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm = .ecdsaSignatureMessageX962SHA256,
        _ data: Data = message
    ) -> Bool { SecKeyVerifySignature(key, algorithm, data as CFData, signature as CFData, nil) }

    /// Signs and verifies.
    static func check(_ key: SecKey) throws { #expect(isValid(try sign(key), try publicHalf(key))) }

    static func exchange(
        _ key: SecKey, _ peer: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: [CFString: Any] = [:]
    ) throws -> Data {
        try reported { SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters as CFDictionary, $0) } as Data
    }

    static func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateEncryptedData(key, algorithm, message as CFData, $0) } as Data
    }

    static func decrypt(_ data: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    /// What a query finds among private keys.
    static func find(_ query: [CFString: Any] = [kSecReturnRef: true]) throws -> AnyObject? {
        let whole: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        ]
        var result: AnyObject?
        let status = SecItemCopyMatching(whole.merging(query) { $1 } as CFDictionary, &result)
        guard status == errSecSuccess else { throw Failure(status: status) }
        return result
    }

    static func found() throws -> SecKey { try #require(try find() as? SecKey) }

    static func count() throws -> Int {
        do {
            return try #require(
                try find([kSecReturnPersistentRef: true, kSecMatchLimit: kSecMatchLimitAll]) as? [Data]
            )
            .count
        } catch let error as Failure where error.status == errSecItemNotFound { return 0 }
    }

    static func status(_ body: () throws -> Void) -> OSStatus {
        do {
            try body()
            return errSecSuccess
        } catch { return (error as? Failure)?.status ?? errSecInternal }
    }

    private static func reported<Value>(
        _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?
    ) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = body(&error) { return value }
        throw Failure(status: OSStatus(try #require(error).takeRetainedValue().code))
    }
}

extension Machine {
    /// Settings that name a TPM.
    static func settings(_ tcti: String, allowsSoftwareKeys: Bool = false) -> Settings {
        var settings = Settings()
        settings.tcti = tcti
        settings.allowsSoftwareKeys = allowsSoftwareKeys
        return settings
    }

    var tcti: String { "swtpm:path=" + tpm.socket }

    /// Calls `body` with the keychain of this machine, as a program that has just started has it.
    func withKeychain<Result>(
        allowsSoftwareKeys: Bool = false, tcti: String? = nil, _ body: (Keychain) throws -> Result
    ) throws -> Result {
        let keychain = try open()
        defer { keychain.close() }
        try keychain.forAgent().setToken(
            KeyToken(Self.settings(tcti ?? self.tcti, allowsSoftwareKeys: allowsSoftwareKeys)))
        return try Keychain.$override.withValue(keychain) { try body(keychain) }
    }
}

/// A user in front of a program's own windows, who types the passcode.
final class PasscodeWindows: InAppPrompter {
    private let shown = Mutex(0)
    private let typed: String?

    /// - Parameter typed: nil for a user who declines.
    init(typed: String? = "1234") { self.typed = typed }

    /// The number of prompts.
    var count: Int { shown.withLock { $0 } }

    func show(_ prompt: InAppPrompt, answer: @escaping @Sendable (consuming InAppAnswer) -> Void) {
        shown.withLock { $0 += 1 }
        if let typed { answer(.secret(SecretBytes(copying: typed.utf8))) } else { answer(.cancel) }
    }

    func close() {}
}
