import PasswordVault
import Secrets

extension Secret {
    /// The length in UTF-16 units, as HTML counts; `nil` if the secret is not UTF-8, since pages take only that.
    var utf16Length: Int? {
        withUnsafeBytes { bytes in
            guard String.isUTF8(bytes) else { return nil }
            return bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
        }
    }

    /// The digits of the secret, without separators such as blanks and hyphens.
    var digits: Secret {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        let count = withUnsafeBytes { $0.reduce(0) { $0 + (isDigit($1) ? 1 : 0) } }
        return Secret(
            SecretBytes(count: count) { target in
                withUnsafeBytes { source in
                    var next = 0
                    for byte in source where isDigit(byte) && next < target.count {
                        target[next] = byte
                        next += 1
                    }
                }
            })
    }

    /// Returns a copy of a range of its bytes.
    func part(_ range: Range<Int>) -> Secret {
        withUnsafeBytes { bytes in
            Secret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])))
        }
    }

    /// Whether it consists of ASCII digits and letters only: some services use codes with letters.
    var isCode: Bool {
        withUnsafeBytes { bytes in
            !bytes.isEmpty
                && bytes.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                }
        }
    }

    /// Whether it consists of digits only.
    var isDigits: Bool { withUnsafeBytes { $0.allSatisfy { (0x30...0x39).contains($0) } } }
}

extension String {
    /// Returns whether bytes are valid UTF-8, without copying them.
    fileprivate static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
