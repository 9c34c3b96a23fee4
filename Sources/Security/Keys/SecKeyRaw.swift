// The functions of older systems, with pointers and paddings instead of data and algorithms. Each returns `errSecParam` if the key does not
// support the padding, the input does not fit them, or the memory for the result is too small; then nothing is written.

/// Makes a signature of a hash.
///
/// - Parameters:
///   - key: a private key: RSA, or on a curve.
///   - padding: the padding.
///   - dataToSign: the hash.
///   - dataToSignLen: its number of bytes.
///   - sig: receives the signature.
///   - sigLen: the number of bytes at `sig`; receives that of the signature.
/// - Returns: `errSecSuccess`, or an error.
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    carryOut(.sign, key, padding, dataToSign, dataToSignLen, RawOutput(start: sig, count: sigLen))
}

/// Verifies a signature of a hash.
///
/// - Parameters:
///   - key: a public key: RSA, or on a curve.
///   - padding: the padding.
///   - signedData: the hash.
///   - signedDataLen: its number of bytes.
///   - sig: the signature.
///   - sigLen: its number of bytes.
/// - Returns: `errSecSuccess`; `errSSLCrypto` for a signature that is not valid; another error.
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
    _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
    guard signedDataLen >= 0, sigLen >= 0 else { return errSecParam }
    return backend.verify(
        UnsafeRawBufferPointer(start: sig, count: sigLen),
        of: UnsafeRawBufferPointer(start: signedData, count: signedDataLen), key, padding)
}

/// Encrypts a block of data.
///
/// - Parameters:
///   - key: a public RSA key.
///   - padding: `PKCS1`, `OAEP`, or none.
///   - plainText: the data.
///   - plainTextLen: its number of bytes.
///   - cipherText: receives the ciphertext.
///   - cipherTextLen: the number of bytes at `cipherText`; receives that of the ciphertext.
/// - Returns: `errSecSuccess`, or an error.
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    carryOut(.encrypt, key, padding, plainText, plainTextLen, RawOutput(start: cipherText, count: cipherTextLen))
}

/// Decrypts a block.
///
/// - Parameters:
///   - key: a private RSA key.
///   - padding: the padding with which the data was encrypted.
///   - cipherText: the ciphertext.
///   - cipherTextLen: its number of bytes.
///   - plainText: receives the data.
///   - plainTextLen: the number of bytes at `plainText`; receives that of the data.
/// - Returns: `errSecSuccess`, or an error.
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    carryOut(.decrypt, key, padding, cipherText, cipherTextLen, RawOutput(start: plainText, count: plainTextLen))
}

private func carryOut(
    _ operation: SecKeyOperationType, _ key: SecKey, _ padding: SecPadding, _ input: UnsafePointer<UInt8>,
    _ count: Int, _ output: RawOutput
) -> OSStatus {
    guard count >= 0 else { return errSecParam }
    return backend.carryOut(operation, key, padding, UnsafeRawBufferPointer(start: input, count: count), output)
}
