import CCommonCrypto
import LibCrypto
import Secrets

private func hash(_ algorithm: CCPseudoRandomAlgorithm) -> HashFunction? {
    switch Int(algorithm) {
    case kCCPRFHmacAlgSHA1: .sha1
    case kCCPRFHmacAlgSHA224: .sha224
    case kCCPRFHmacAlgSHA256: .sha256
    case kCCPRFHmacAlgSHA384: .sha384
    case kCCPRFHmacAlgSHA512: .sha512
    default: nil
    }
}

/// Derives a key from a password. Returns a status: `kCCParamError` for arguments that make no key, such as no rounds.
@_cdecl("CCKeyDerivationPBKDF")
public func deriveKey(
    _ algorithm: CCPBKDFAlgorithm, _ password: UnsafePointer<CChar>?, _ passwordCount: Int,
    _ salt: UnsafePointer<UInt8>?, _ saltCount: Int, _ function: CCPseudoRandomAlgorithm, _ rounds: UInt32,
    _ key: UnsafeMutablePointer<UInt8>?, _ keyCount: Int
) -> Int32 {
    guard Int(algorithm) == kCCPBKDF2, let hash = hash(function), rounds > 0, let key, keyCount > 0,
        let password = bytes(password, passwordCount), let salt = bytes(salt, saltCount)
    else { return status(kCCParamError) }
    do throws(CryptoError) {
        try CryptoLibrary.load().derivePBKDF2(
            from: password, salt: salt, with: hash, rounds: Int(rounds),
            into: UnsafeMutableRawBufferPointer(start: key, count: keyCount))
        return status(kCCSuccess)
    } catch { return error.status }
}

/// Returns how many rounds of a derivation take `milliseconds` on this machine: at least 10,000; 0 for arguments that make no key.
@_cdecl("CCCalibratePBKDF")
public func calibrate(
    _ algorithm: CCPBKDFAlgorithm, _ passwordCount: Int, _ saltCount: Int, _ function: CCPseudoRandomAlgorithm,
    _ keyCount: Int, _ milliseconds: UInt32
) -> UInt32 {
    let least: UInt32 = 10_000
    let longest = 1 << 20
    guard 0...longest ~= passwordCount, 0...longest ~= saltCount, 0...longest ~= keyCount else { return 0 }
    let password = [CChar](repeating: 0x61, count: passwordCount)
    let salt = [UInt8](repeating: 0x73, count: saltCount)
    var key = [UInt8](repeating: 0, count: keyCount)
    var rounds = least
    // Doubled until the time is long enough to be measured.
    while true {
        let begin = ContinuousClock.now
        let code = deriveKey(algorithm, password, passwordCount, salt, saltCount, function, rounds, &key, keyCount)
        let time = ContinuousClock.now - begin
        guard code == kCCSuccess else { return 0 }
        if time >= .milliseconds(20) || rounds >= 1 << 30 {
            let wanted = Duration.milliseconds(Int64(milliseconds)) / time * Double(rounds)
            return max(least, UInt32(exactly: wanted.rounded()) ?? .max)
        }
        rounds *= 2
    }
}

/// Fills memory with random bytes. Returns a status.
@_cdecl("CCRandomGenerateBytes")
public func randomBytes(_ start: UnsafeMutableRawPointer?, _ count: Int) -> CCRNGStatus {
    guard count >= 0, start != nil || count == 0 else { return status(kCCParamError) }
    SecureRandom.fill(UnsafeMutableRawBufferPointer(start: start, count: count))
    return status(kCCSuccess)
}
