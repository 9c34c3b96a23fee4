import LibCrypto

/// What a signature algorithm asks of libcrypto for a key.
struct SignatureScheme {
    /// libcrypto's parameters.
    let parameters: [Parameter]
    /// The encoding of an ECDSA signature that has to be converted.
    let encoding: KeyAlgorithm.SignatureEncoding
    private let input: KeyAlgorithm.Input
    /// The length of an input whose hash function is not named; nil for any length.
    private let inputCount: ClosedRange<Int>?

    /// Nil for an algorithm that hashes the message inside libcrypto, or is no signature.
    init?(_ algorithm: KeyAlgorithm, _ specification: KeySpecification) {
        let block = specification.blockCount
        var encoding = KeyAlgorithm.SignatureEncoding.x962
        switch algorithm {
        case .rsaSignatureRaw:
            (input, inputCount) = (.anyDigest, block...block)
            parameters = [.text("pad-mode", "none")]
        case .rsaSignaturePKCS1(let input):
            (self.input, inputCount) = (input, 0...(block - KeySpecification.pkcs1Overhead))
            parameters = [.text("pad-mode", "pkcs1")] + Self.digest(input)
        case .rsaSignaturePSS(let input):
            (self.input, inputCount) = (input, nil)
            parameters = [.text("pad-mode", "pss")] + Self.digest(input) + Self.mask(input)
        case .ecdsa(let wanted, let input):
            (self.input, inputCount) = (input, nil)
            parameters = []
            encoding = wanted
        default: return nil
        }
        self.encoding = encoding
    }

    private static func digest(_ input: KeyAlgorithm.Input) -> [Parameter] {
        input.hash.map { [.text("digest", $0.name)] } ?? []
    }

    /// Salt and mask generation (keychain-services 6.4): the same hash function, a salt as long as the hash.
    private static func mask(_ input: KeyAlgorithm.Input) -> [Parameter] {
        input.hash.map { [.text("mgf1-digest", $0.name), .size("saltlen", $0.byteCount)] } ?? []
    }

    /// Returns what is signed for an input: the hash of a message, or the input itself.
    func withSigned<Result>(
        _ data: UnsafeRawBufferPointer, _ library: CryptoLibrary,
        _ body: (UnsafeRawBufferPointer) throws(KeyError) -> Result
    ) throws(KeyError) -> Result {
        switch input {
        case .message(let hash):
            let digest = try calling { () throws(CryptoError) in try library.hash(data, with: hash) }
            return try digest.withBytes(body)
        case .digest(let hash):
            guard data.count == hash.byteCount else { throw KeyError(.input) }
        case .anyDigest:
            guard inputCount?.contains(data.count) ?? true else { throw KeyError(.input) }
        }
        return try body(data)
    }
}

extension KeyAlgorithm.Input {
    fileprivate var hash: HashFunction? {
        switch self {
        case .message(let hash), .digest(let hash): hash
        case .anyDigest: nil
        }
    }
}
