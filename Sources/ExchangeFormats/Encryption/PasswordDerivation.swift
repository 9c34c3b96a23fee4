import AsymmetricKeys
import LibCrypto
import Secrets

/// A function that makes keys of a password, with its parameters.
enum PasswordDerivation {
    case pbkdf2(salt: [UInt8], iterations: Int, HashFunction)
    case scrypt(salt: [UInt8], cost: Int, blockSize: Int, parallelization: Int)
    case pkcs12(salt: [UInt8], iterations: Int, HashFunction)

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        var parameters = try parts.enter()
        try parts.finish()
        let salt = try parameters.takeSalt()
        if identifier.isObject(ObjectIdentifier.pbkdf2) {
            let iterations = try parameters.takeNumber()
            if parameters.nextTag == Tag.integer { _ = try parameters.takeNumber() }
            self = .pbkdf2(salt: salt, iterations: iterations, try Self.hash(&parameters))
        } else if identifier.isObject(ObjectIdentifier.scrypt) {
            let cost = try parameters.takeNumber()
            let (blockSize, parallelization) = (try parameters.takeNumber(), try parameters.takeNumber())
            if parameters.nextTag == Tag.integer { _ = try parameters.takeNumber() }
            self = .scrypt(salt: salt, cost: cost, blockSize: blockSize, parallelization: parallelization)
        } else {
            throw ExchangeError(.unsupported("another derivation from a password"))
        }
        try parameters.finish()
    }

    /// The hash functions of HMAC, the first one if none is named.
    private static let hashes: [(identifier: [UInt8], hash: HashFunction)] = [
        (ObjectIdentifier.hmacSHA1, .sha1), (ObjectIdentifier.hmacSHA224, .sha224),
        (ObjectIdentifier.hmacSHA256, .sha256), (ObjectIdentifier.hmacSHA384, .sha384),
        (ObjectIdentifier.hmacSHA512, .sha512),
    ]

    private static func hash(_ parameters: inout DERReader) throws(ExchangeError) -> HashFunction {
        guard !parameters.isEmpty else { return .sha1 }
        return try hash(reading: try parameters.enter())
    }

    /// Reads the AlgorithmIdentifier of HMAC.
    static func hash(reading algorithm: DERReader) throws(ExchangeError) -> HashFunction {
        var algorithm = algorithm
        let identifier = try algorithm.take(Tag.objectIdentifier)
        guard let hash = hashes.first(where: { identifier.isObject($0.identifier) })?.hash else {
            throw ExchangeError(.unsupported("another hash function"))
        }
        return hash
    }

    /// Takes from the budget what deriving costs.
    func charge(_ budget: inout DerivationBudget, times: Int = 1) throws(ExchangeError) {
        switch self {
        case .pbkdf2(_, let iterations, _), .pkcs12(_, let iterations, _):
            for _ in 0..<times { try budget.charge(iterations) }
        case .scrypt(_, let cost, let blockSize, let parallelization):
            let (blocks, isLarge) = cost.multipliedReportingOverflow(by: blockSize)
            guard cost > 1, cost & (cost - 1) == 0, blockSize > 0, parallelization > 0 else {
                throw ExchangeError(.malformed)
            }
            // 128 bytes for each block, and a little besides.
            guard !isLarge, blocks <= ExchangeLimits.memory / 128 - 1024, parallelization <= 1024,
                blockSize * parallelization <= 1 << 12
            else { throw ExchangeError(.cost) }
            try budget.charge(blocks * parallelization)
        }
    }

    /// Derives bytes.
    ///
    /// - Parameter purpose: for the function of PKCS #12, which makes others for each.
    func derive(
        _ form: Passphrase.Form, _ purpose: CryptoLibrary.PKCS12Purpose, count: Int
    ) throws(ExchangeError) -> SecretBytes {
        if case .pkcs12(let salt, let iterations, let hash) = self {
            let password = try form.utf16()
            return try Self.derive(password, salt) { library, password, salt throws(CryptoError) in
                try library.derivePKCS12(
                    from: password, salt: salt, iterations: iterations, with: hash, purpose, count: count)
            }
        }
        return try Self.derive(form.utf8, salt) { library, password, salt throws(CryptoError) in
            switch self {
            case .pbkdf2(_, let iterations, let hash):
                try library.derivePBKDF2(
                    from: password, salt: salt, iterations: iterations, with: hash, count: count)
            case .scrypt(_, let cost, let blockSize, let parallelization):
                try library.deriveScrypt(
                    from: password, salt: salt, cost: cost, blockSize: blockSize, parallelization: parallelization,
                    largestMemory: 2 * ExchangeLimits.memory, count: count)
            case .pkcs12: SecretBytes(zeros: count)
            }
        }
    }

    private static func derive(
        _ password: borrowing SecretBytes, _ salt: [UInt8],
        _ body: (CryptoLibrary, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(CryptoError) -> SecretBytes
    ) throws(ExchangeError) -> SecretBytes {
        try password.withUnsafeBytes { password throws(ExchangeError) in
            try salt.withBytes { salt throws(ExchangeError) in
                try calling { () throws(CryptoError) in try body(try CryptoLibrary.load(), password, salt) }
            }
        }
    }

    private var salt: [UInt8] {
        switch self {
        case .pbkdf2(let salt, _, _), .scrypt(let salt, _, _, _), .pkcs12(let salt, _, _): salt
        }
    }

    /// The AlgorithmIdentifier of PBKDF2 with HMAC-SHA-256; other functions are not written.
    var element: DERElement {
        guard case .pbkdf2(let salt, let iterations, _) = self else { return .null }
        return .sequence(
            .object(ObjectIdentifier.pbkdf2),
            .sequence(
                .octets(salt), .number(iterations), .sequence(.object(ObjectIdentifier.hmacSHA256), .null)))
    }
}

extension DERReader {
    /// Takes a salt of a length that is in use.
    mutating func takeSalt() throws(ExchangeError) -> [UInt8] {
        let salt = try take(Tag.octetString)
        guard salt.count <= 1024 else { throw ExchangeError(.malformed) }
        return [UInt8](salt)
    }
}
