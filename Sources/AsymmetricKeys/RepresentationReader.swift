import LibCrypto
import Secrets

/// Reads external representations of keys (keychain-services 6.3), and refuses every other encoding.
struct RepresentationReader {
    /// No private key is longer: two numbers of 16,384 bits and five of half of that, with their heads.
    private static let longest = 10_240
    private static let uncompressed: UInt8 = 4
    private static let bytesOf25519 = 32

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    func publicKey(_ type: KeyType) throws(KeyError) -> PublicKey {
        let specification: KeySpecification
        let native: NativeKey
        switch type {
        case .rsa:
            guard let numbers = rsaNumbers(2) else { throw KeyError(.malformed) }
            specification = try Self.rsa(numbers[0], numbers[1])
            native = try Self.make(specification, ["n", "e"], numbers[...], hasPrivateHalf: false)
        case .ellipticCurve:
            let curve = try curve(coordinates: 2)
            specification = .ellipticCurve(curve)
            native = try Self.make(
                specification, [.text("group", curve.name), .octets("pub", bytes)], hasPrivateHalf: false)
        case .ed25519, .x25519:
            specification = try specification25519(type)
            native = try Self.make(specification, [.octets("pub", bytes)], hasPrivateHalf: false)
        }
        return PublicKey(specification, representation: bytes, native: native)
    }

    func privateKey(_ type: KeyType) throws(KeyError) -> PrivateKey {
        switch type {
        case .rsa: try rsaPrivateKey()
        case .ellipticCurve: try curvePrivateKey()
        case .ed25519, .x25519: try privateKey25519(type)
        }
    }

    // MARK: RSA

    private func rsaPrivateKey() throws(KeyError) -> PrivateKey {
        // Version 0 comes first: two primes (RFC 8017, A.1.2).
        guard let all = rsaNumbers(9), all[0].isEmpty, let numbers = RSANumbers(Array(all.dropFirst())) else {
            throw KeyError(.malformed)
        }
        let specification = try Self.rsa(numbers.modulus, numbers.publicExponent)
        let isConsistent = try calling { () throws(CryptoError) in try numbers.areConsistent(try CryptoLibrary.load()) }
        guard isConsistent else { throw KeyError(.malformed) }
        let native = try Self.make(
            specification, NativeKey.namesOfRSANumbers, all.dropFirst(), hasPrivateHalf: true)
        let publicHalf = DERNumbers([numbers.modulus, numbers.publicExponent])
        return PrivateKey(specification, publicHalf: publicHalf.encoding, native: native)
    }

    private func rsaNumbers(_ count: Int) -> [UnsafeRawBufferPointer]? {
        guard bytes.count <= Self.longest, let read = DERNumbers(reading: bytes), read.numbers.count == count else {
            return nil
        }
        return read.numbers
    }

    /// Checks the public numbers. A longer exponent than 64 bits is in no key of practice, and makes a verification as slow as a signature.
    private static func rsa(
        _ modulus: UnsafeRawBufferPointer, _ exponent: UnsafeRawBufferPointer
    ) throws(KeyError) -> KeySpecification {
        guard let first = modulus.first, let last = modulus.last, let lastOfExponent = exponent.last,
            last & 1 == 1, lastOfExponent & 1 == 1, exponent.count <= 8, exponent.count > 1 || lastOfExponent > 1
        else { throw KeyError(.malformed) }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard KeySpecification.bitsOfRSA.contains(bits) else { throw KeyError(.malformed) }
        return .rsa(bits: bits)
    }

    // MARK: Curves

    private func curvePrivateKey() throws(KeyError) -> PrivateKey {
        let curve = try curve(coordinates: 3)
        let point = UnsafeRawBufferPointer(rebasing: bytes.dropLast(curve.coordinateCount))
        let scalar = SecretBytes(copying: bytes.suffix(curve.coordinateCount).reversed())
        let native = try scalar.withUnsafeBytes { scalar throws(KeyError) in
            try Self.make(
                .ellipticCurve(curve),
                [.text("group", curve.name), .octets("pub", point), .number("priv", littleEndian: scalar)],
                hasPrivateHalf: true)
        }
        do throws(CryptoError) { try native.checkPair() } catch { throw KeyError(.malformed) }
        return PrivateKey(.ellipticCurve(curve), publicHalf: [UInt8](point), native: native)
    }

    private func curve(coordinates: Int) throws(KeyError) -> Curve {
        let found = Curve.allCases.first { bytes.count == 1 + coordinates * $0.coordinateCount }
        guard let found, bytes.first == Self.uncompressed else { throw KeyError(.malformed) }
        return found
    }

    private func privateKey25519(_ type: KeyType) throws(KeyError) -> PrivateKey {
        let specification = try specification25519(type)
        let native = try Self.make(specification, [.octets("priv", bytes)], hasPrivateHalf: true)
        return try PrivateKey(specification, native: native)
    }

    private func specification25519(_ type: KeyType) throws(KeyError) -> KeySpecification {
        guard bytes.count == Self.bytesOf25519 else { throw KeyError(.malformed) }
        return type == .ed25519 ? .ed25519 : .x25519
    }

    /// Has libcrypto make a key of numbers, which it takes with the least significant byte first.
    private static func make(
        _ specification: KeySpecification, _ names: [StaticString], _ numbers: ArraySlice<UnsafeRawBufferPointer>,
        hasPrivateHalf: Bool
    ) throws(KeyError) -> NativeKey {
        let reversed = SecretBytes(count: numbers.reduce(0) { $0 + $1.count }) { bytes in
            var start = 0
            for number in numbers {
                UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(from: number.reversed())
                start += number.count
            }
        }
        return try reversed.withUnsafeBytes { bytes throws(KeyError) in
            var parameters: [Parameter] = []
            var start = 0
            for (name, number) in zip(names, numbers) {
                let end = start + number.count
                parameters.append(.number(name, littleEndian: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
                start = end
            }
            return try make(specification, parameters, hasPrivateHalf: hasPrivateHalf)
        }
    }

    /// Has libcrypto make the key, which checks that a point is on its curve.
    private static func make(
        _ specification: KeySpecification, _ parameters: [Parameter], hasPrivateHalf: Bool
    ) throws(KeyError) -> NativeKey {
        do throws(CryptoError) {
            return try NativeKey.make(
                try CryptoLibrary.load(), type: specification.name, parameters, hasPrivateHalf: hasPrivateHalf)
        } catch { throw KeyError(error.kind == .failed ? .malformed : .library(error)) }
    }
}
