// Compiled as a part of ChatelaineCrypto: swift-crypto makes shared secrets of its own keys only.
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SharedSecret {
    /// A secret that a key in hardware has agreed on.
    @_spi(ChatelaineKit) public init(agreedBytes bytes: some ContiguousBytes) {
        self.init(ss: SecureBytes(bytes: bytes))
    }
}
