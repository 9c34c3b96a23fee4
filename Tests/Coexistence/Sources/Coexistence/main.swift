import AsyncHTTPClient
import Configuration
import Crypto
import Foundation
import Hummingbird
import JWTKit
import NIOSSL
import Security
import SwiftASN1
import X509

// One use of each package, so that none is left out of the program, and the keychain at work among them.

let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
let name = try DistinguishedName { CommonName("coexistence.example.com") }
let certificate = try Certificate(
    version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
    notValidBefore: Date(timeIntervalSince1970: 0), notValidAfter: Date(timeIntervalSince1970: 4_000_000_000),
    issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions(),
    issuerPrivateKey: key)

// Whether swift-certificates has its own ways to and from SecCertificate depends on which was built first; the bytes are there
// in any case.
var serializer = DER.Serializer()
try serializer.serialize(certificate)
guard let reference = SecCertificateCreateWithData(nil, Data(serializer.serializedBytes) as CFData) else {
    fatalError("Security does not take the certificate")
}

let query: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "coexistence.example.com",
    kSecValueData as String: SecCertificateCopyData(reference) as Data,
]
let status = SecItemAdd(query as CFDictionary, nil)
guard status == errSecSuccess else { fatalError("the keychain answers \(status)") }

let tls = TLSConfiguration.makeClientConfiguration()
let request = HTTPClientRequest(url: "https://coexistence.example.com")
let router = Router()
let keys = JWTKeyCollection()
let configuration = ConfigReader(provider: EnvironmentVariablesProvider())
print(type(of: tls), type(of: request), type(of: router), type(of: keys), type(of: configuration))
print("coexistence: the keychain answers \(status)")
