import CCommonCrypto
import LibCrypto

/// Returns the bytes that a caller in C names; nil for a nil pointer to some bytes, and for more bytes than memory has.
func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, start != nil || count == 0 else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
}

/// Ends the program, in functions that have no status to return: a caller would take memory that was not written for a hash.
func end(_ function: StaticString, _ reason: String) -> Never {
    fatalError("\(function): \(reason)")
}

/// Returns the status that a function returns in C.
func status(_ code: Int) -> CCCryptorStatus { CCCryptorStatus(truncatingIfNeeded: code) }

extension CryptoError {
    /// The error as a status: the caller's arguments were checked before.
    var status: CCCryptorStatus {
        switch kind {
        case .unsupported: CommonCryptoFunctions.status(kCCUnimplemented)
        case .libraryMissing, .legacyMissing, .failed: CommonCryptoFunctions.status(kCCUnspecifiedError)
        }
    }
}
