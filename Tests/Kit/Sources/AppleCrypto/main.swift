import CryptoKit
import Foundation

let secret = Data("hunter2".utf8)
let digest = SHA256.hash(data: Data("abc".utf8)).map { String(format: "%02x", $0) }.joined()
let key = SymmetricKey(size: .bits256)
let opened = try AES.GCM.open(AES.GCM.seal(secret, using: key), using: key)
let signer = try SigningKey()
let signature = try signer.signature(for: opened)
print(
    "crypto kit: \(digest.prefix(8)), \(opened == secret),",
    signer.publicKey.isValidSignature(signature, for: opened), SecureEnclave.isAvailable,
    secureKeysSayWhy(), try agree(with: P256.KeyAgreement.PrivateKey().publicKey).bitCount)
