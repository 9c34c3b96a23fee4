import AsymmetricKeys
import Foundation
import LibCrypto
import TestSupport

/// The `openssl` program with a key in files.
struct OpenSSLProgram {
    static let isInstalled = ChildProcess.isInstalled("openssl")

    private let directory: TemporaryDirectory
    private let specification: KeySpecification

    init(_ key: PrivateKey) throws {
        directory = try TemporaryDirectory()
        specification = key.specification
        try write("private", try Encoded.privateKey(key))
        try write("public", Encoded.publicKey(key))
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: directory(name)))
    }

    private func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory(name))))
    }

    /// Returns whether the program ended well. Tests of failures do not want its complaints.
    private func run(_ words: [String]) throws -> Bool {
        try ChildProcess.run(["openssl"] + words, errors: .null).status == 0
    }

    private func output(_ words: [String], _ input: [UInt8]) throws -> [UInt8] {
        try write("input", input)
        guard try run(words + ["-in", directory("input"), "-out", directory("output")]) else {
            throw TestFailure("openssl \(words) fails")
        }
        return try read("output")
    }

    private var withPrivateKey: [String] { ["-inkey", directory("private"), "-keyform", "DER"] }
    private var withPublicKey: [String] { ["-pubin", "-inkey", directory("public"), "-keyform", "DER"] }

    func sign(_ input: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        // The program signs nothing that is longer than a hash; without padding decryption is the same calculation.
        if algorithm == .rsaSignatureRaw { return try decrypt(input, .rsaEncryptionRaw) }
        let signature = try output(["pkeyutl", "-sign"] + withPrivateKey + algorithm.options, input)
        guard case .ecdsa(.rfc4754, _) = algorithm else { return signature }
        return DER.numbers(of: signature, size: specification.blockCount)
    }

    func accepts(_ signature: [UInt8], _ input: [UInt8], _ algorithm: KeyAlgorithm) throws -> Bool {
        if algorithm == .rsaSignatureRaw { return try encrypt(signature, .rsaEncryptionRaw) == input }
        try write("input", input)
        if case .ecdsa(.rfc4754, _) = algorithm {
            let half = specification.blockCount
            try write("signature", DER.signature(Array(signature.prefix(half)), Array(signature.suffix(half))))
        } else {
            try write("signature", signature)
        }
        let files = ["-in", directory("input"), "-sigfile", directory("signature")]
        return try run(["pkeyutl", "-verify"] + withPublicKey + algorithm.options + files)
    }

    func encrypt(_ input: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        try output(["pkeyutl", "-encrypt"] + withPublicKey + algorithm.options, input)
    }

    func decrypt(_ input: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        try output(["pkeyutl", "-decrypt"] + withPrivateKey + algorithm.options, input)
    }

    func exchange(with peer: PrivateKey, _ hash: HashFunction?, _ parameters: ExchangeParameters) throws -> [UInt8] {
        try write("peer", Encoded.publicKey(peer))
        let words = ["-peerkey", directory("peer"), "-peerform", "DER", "-out", directory("output")]
        guard try run(["pkeyutl", "-derive"] + withPrivateKey + words) else {
            throw TestFailure("openssl does not derive")
        }
        let secret = try read("output")
        guard let hash else { return secret }
        let options = ["digest:\(hash.rawValue)", "hexsecret:\(secret.hex)", "hexinfo:\(parameters.sharedInfo.hex)"]
        let size = ["-keylen", String(parameters.count ?? 0), "-binary", "-out", directory("output")]
        guard try run(["kdf"] + size + options.flatMap { ["-kdfopt", $0] } + ["X963KDF"]) else {
            throw TestFailure("openssl kdf fails")
        }
        return try read("output")
    }
}

extension KeyAlgorithm {
    /// The options of `openssl pkeyutl`.
    fileprivate var options: [String] {
        switch self {
        case .rsaSignatureRaw, .rsaEncryptionRaw: Self.options("rsa_padding_mode:none")
        case .rsaSignaturePKCS1(let input): Self.options("rsa_padding_mode:pkcs1") + input.options
        case .rsaSignaturePSS(let input):
            // The program wants the padding before the hash function, and both before the salt.
            Self.options("rsa_padding_mode:pss") + input.options + Self.options("rsa_pss_saltlen:digest")
        case .ecdsa(_, let input): input.options
        case .ed25519: ["-rawin"]
        case .rsaEncryptionPKCS1: Self.options("rsa_padding_mode:pkcs1")
        case .rsaEncryptionOAEP(let hash):
            Self.options("rsa_padding_mode:oaep", "rsa_oaep_md:\(hash.rawValue)", "rsa_mgf1_md:\(hash.rawValue)")
        default: []
        }
    }

    fileprivate static func options(_ texts: String...) -> [String] { texts.flatMap { ["-pkeyopt", $0] } }
}

extension KeyAlgorithm.Input {
    fileprivate var options: [String] {
        switch self {
        case .message(let hash): ["-rawin", "-digest", hash.rawValue]
        case .digest(let hash): KeyAlgorithm.options("digest:\(hash.rawValue)")
        case .anyDigest: []
        }
    }
}
