import CCommonCrypto
import LibCrypto

extension Cryptor.Settings {
    private static let knownAlgorithms = kCCAlgorithmAES...kCCAlgorithmBlowfish

    /// The arguments of `CCCryptorCreate`.
    init(_ operation: CCOperation, _ algorithm: CCAlgorithm, _ options: CCOptions) throws(CryptorFailure) {
        guard Int(options) & ~(kCCOptionPKCS7Padding | kCCOptionECBMode) == 0 else {
            throw CryptorFailure(kCCParamError)
        }
        try self.init(
            operation, algorithm, Int(options) & kCCOptionECBMode == 0 ? .cbc : .ecb,
            pads: Int(options) & kCCOptionPKCS7Padding != 0)
    }

    /// The arguments of `CCCryptorCreateWithMode`.
    init(
        _ operation: CCOperation, _ algorithm: CCAlgorithm, _ mode: CCMode, _ padding: CCPadding,
        _ options: CCModeOptions
    ) throws(CryptorFailure) {
        guard Int(padding) == ccNoPadding || Int(padding) == ccPKCS7Padding else { throw CryptorFailure(kCCParamError) }
        // The counter is a number with its most significant byte first; Apple has no other either.
        guard options == 0 || Int(options) == kCCModeOptionCTR_BE else { throw CryptorFailure(kCCUnimplemented) }
        try self.init(operation, algorithm, try Self.mode(mode), pads: Int(padding) == ccPKCS7Padding)
    }

    private init(
        _ operation: CCOperation, _ algorithm: CCAlgorithm, _ mode: AESCipher.Mode, pads: Bool
    ) throws(CryptorFailure) {
        guard Int(operation) == kCCEncrypt || Int(operation) == kCCDecrypt,
            Self.knownAlgorithms.contains(Int(algorithm))
        else { throw CryptorFailure(kCCParamError) }
        guard Int(algorithm) == kCCAlgorithmAES else { throw CryptorFailure(kCCUnimplemented) }
        self.init(encrypts: Int(operation) == kCCEncrypt, mode: mode, pads: pads)
    }

    private static func mode(_ mode: CCMode) throws(CryptorFailure) -> AESCipher.Mode {
        switch Int(mode) {
        case kCCModeECB: .ecb
        case kCCModeCBC: .cbc
        case kCCModeCTR: .ctr
        default: throw CryptorFailure(kCCUnimplemented)
        }
    }
}
