import AsymmetricKeys
import Foundation
import Secrets

// Conversions between bytes of programs and those of keys.

extension PublicKey {
    init(_ type: KeyType, _ representation: NSData) throws(KeyError) {
        self = try representation.withBytes { bytes throws(KeyError) in
            try PublicKey(type: type, representation: bytes)
        }
    }

    init(_ type: KeyType, bytes: [UInt8]) throws(KeyError) { try self.init(type, NSData(data: Data(bytes))) }
}

extension PrivateKey {
    init(_ type: KeyType, _ representation: NSData) throws(KeyError) {
        let copy = representation.withBytes { SecretBytes(copying: $0) }
        try self.init(type: type, representation: copy)
    }
}

extension NSData {
    convenience init(_ bytes: [UInt8]) { self.init(data: Data(bytes)) }

    /// Copies a result that belongs to the program from now on.
    convenience init(_ secret: borrowing SecretBytes) { self.init(data: secret.withUnsafeBytes { Data($0) }) }

    /// Calls `body` with the bytes. The buffer is valid during the call.
    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
