/// The part of the backend that calculates with keys.
///
/// Each error has the domain `NSOSStatusErrorDomain`, and is `SecFailure.last` as well.
package protocol KeyBackend: Sendable {
    /// Implements `SecKeyCreateWithData`.
    func makeKey(from representation: CFData, _ attributes: CFDictionary) throws(CFError) -> SecKey
    /// Implements `SecKeyCreateRandomKey`.
    func makeRandomKey(_ parameters: CFDictionary) throws(CFError) -> SecKey
    /// Implements `SecKeyCopyExternalRepresentation`.
    func representation(of key: SecKey) throws(CFError) -> CFData
    /// Implements `SecKeyCopyPublicKey`.
    func publicKey(of key: SecKey) throws(CFError) -> SecKey
    /// Implements `SecKeyCopyAttributes`.
    func attributes(of key: SecKey) throws(CFError) -> CFDictionary
    /// Implements `SecKeyGetBlockSize`.
    func blockSize(of key: SecKey) -> Int
    /// Implements `SecKeyIsAlgorithmSupported`.
    func supports(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool
    /// Implements `SecKeyCreateSignature`.
    func sign(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData
    /// Implements `SecKeyVerifySignature`. A signature that is not valid is an error.
    func verify(
        _ signature: CFData, of data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm
    ) throws(CFError)
    /// Implements `SecKeyCreateEncryptedData`.
    func encrypt(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData
    /// Implements `SecKeyCreateDecryptedData`.
    func decrypt(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData
    /// Implements `SecKeyCopyKeyExchangeResult`.
    func exchange(
        _ key: SecKey, with peer: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: CFDictionary
    ) throws(CFError) -> CFData
    /// Implements `SecKeyRawSign`, `SecKeyEncrypt` and `SecKeyDecrypt`.
    func carryOut(
        _ operation: SecKeyOperationType, _ key: SecKey, _ padding: SecPadding, _ input: UnsafeRawBufferPointer,
        _ output: RawOutput
    ) -> OSStatus
    /// Implements `SecKeyRawVerify`.
    func verify(
        _ signature: UnsafeRawBufferPointer, of data: UnsafeRawBufferPointer, _ key: SecKey, _ padding: SecPadding
    ) -> OSStatus
}

/// The memory of a caller that receives a result, with its size, which becomes that of the result.
package struct RawOutput {
    package let start: UnsafeMutablePointer<UInt8>
    package let count: UnsafeMutablePointer<Int>
}
