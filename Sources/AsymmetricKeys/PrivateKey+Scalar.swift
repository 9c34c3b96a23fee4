import LibCrypto
import Secrets

extension Curve {
    /// The contents of the curve's object identifier in DER (RFC 5480, 2.1.1.1).
    package var identifier: [UInt8] {
        switch self {
        case .p192: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x01]
        case .p224: [0x2B, 0x81, 0x04, 0x00, 0x21]
        case .p256: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        case .p384: [0x2B, 0x81, 0x04, 0x00, 0x22]
        case .p521: [0x2B, 0x81, 0x04, 0x00, 0x23]
        }
    }
}

extension PrivateKey {
    /// Makes the private key of a number on a curve, and calculates the point.
    ///
    /// - Parameter scalar: the number, with as many bytes as a coordinate.
    /// - Throws: `.malformed` for a number that is none of a key; `.library`.
    package init(on curve: Curve, scalar: UnsafeRawBufferPointer) throws(KeyError) {
        guard scalar.count == curve.coordinateCount else { throw KeyError(.malformed) }
        let point = try Self.point(on: curve, scalar)
        let representation = SecretBytes(count: point.count + scalar.count) { bytes in
            bytes.copyBytes(from: point)
            UnsafeMutableRawBufferPointer(rebasing: bytes[point.count...]).copyMemory(from: scalar)
        }
        try self.init(type: .ellipticCurve, representation: representation)
    }

    private static func point(on curve: Curve, _ scalar: UnsafeRawBufferPointer) throws(KeyError) -> [UInt8] {
        let parameters = [0x06, UInt8(curve.identifier.count)] + curve.identifier
        let head: [UInt8] = [0x02, 0x01, 0x01, 0x04, UInt8(curve.coordinateCount)]
        let tail = [0xA0, UInt8(parameters.count)] + parameters
        // SEC 1, C.4: at most 66 bytes and 19 around them, so every length is one byte.
        let count = head.count + scalar.count + tail.count
        let encoded = SecretBytes(count: 2 + count) { bytes in
            bytes.copyBytes(from: [0x30, UInt8(count)] + head)
            UnsafeMutableRawBufferPointer(rebasing: bytes[(2 + head.count)...]).copyMemory(from: scalar)
            UnsafeMutableRawBufferPointer(rebasing: bytes[(2 + head.count + scalar.count)...]).copyBytes(from: tail)
        }
        do throws(CryptoError) {
            let library = try CryptoLibrary.load()
            let native = try encoded.withUnsafeBytes { der throws(CryptoError) in
                try NativeKey.read(library, der: der)
            }
            return try native.octets("pub", count: 1 + 2 * curve.coordinateCount).withUnsafeBytes { [UInt8]($0) }
        } catch { throw KeyError(error.kind == .failed ? .malformed : .library(error)) }
    }
}
