import Secrets

@testable import KeyManagement

/// The bytes that `hex` spells; white space is for the eye.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func secret(_ bytes: some Collection<UInt8>) -> SecretBytes { SecretBytes(copying: bytes) }
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

extension SecretBytes {
    var revealed: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension Array<UInt8> {
    /// What `body` writes into `count` bytes.
    init(count: Int, filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init(repeating: 0xaa, count: count)
        withUnsafeMutableBytes(body)
    }

    /// The same with one bit of one byte turned over.
    func flipped(at index: Int, bit: Int = 0) -> [UInt8] {
        var copy = self
        copy[index] ^= 1 << bit
        return copy
    }
}

extension AES256GCM {
    /// Nil if it was refused.
    func opened(_ sealed: [UInt8], key: [UInt8], associatedData: [UInt8]) -> [UInt8]? {
        var accepted = false
        let output = [UInt8](count: max(sealed.count - Self.overhead, 0)) { output in
            accepted = sealed.withUnsafeBytes { sealed in
                key.withUnsafeBytes { key in
                    associatedData.withUnsafeBytes { self.open(sealed, key: key, associatedData: $0, into: output) }
                }
            }
        }
        return accepted ? output : nil
    }

    func sealed(_ plaintext: [UInt8], key: [UInt8], associatedData: [UInt8]) -> [UInt8] {
        [UInt8](count: plaintext.count + Self.overhead) { output in
            plaintext.withUnsafeBytes { plaintext in
                key.withUnsafeBytes { key in
                    associatedData.withUnsafeBytes { seal(plaintext, key: key, associatedData: $0, into: output) }
                }
            }
        }
    }
}
