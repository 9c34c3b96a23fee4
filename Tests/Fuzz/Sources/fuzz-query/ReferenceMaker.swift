import Foundation
import Security

/// Objects that a program could put into a dictionary as a reference.
struct ReferenceMaker: @unchecked Sendable {
    // Sendable: libFuzzer calls from one thread.
    static let shared = ReferenceMaker()

    /// A certificate, keys with and without data that comes out, identities of both, and what is no item.
    private let objects: [AnyObject]

    private init() {
        let pairs = [true, false].compactMap { Self.key(isExtractable: $0) }
        let certificate = SecCertificateCreateWithData(nil, Self.certificate as CFData)
        var objects: [AnyObject?] = [certificate] + pairs + pairs.map { SecKeyCopyPublicKey($0) }
        if let certificate { objects += pairs.map { SecIdentityCreate(nil, certificate, $0) } }
        self.objects = objects.compactMap { $0 } + [SecPolicyCreateBasicX509(), NSNull()]
    }

    func object(_ number: UInt8) -> AnyObject { objects[Int(number) % objects.count] }

    private static func key(isExtractable: Bool) -> SecKey? {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrIsExtractable: isExtractable,
        ]
        return SecKeyCreateWithData(key as CFData, attributes as CFDictionary, nil)
    }

    /// A key on P-256: the point and the number.
    private static let key = data(
        """
        BB1GyZMkV8nVFREsraFHygeS1c+PI47/ySAgVwTFNqvf/5i2E8qWXOz/PVyPT1jcJXS+FSOZygFAuOpQSphI1QcJ+D9L1jtitMym
        IvNs8vYjiJXEuwZYXoqZXgYC0mK2AA==
        """)

    /// The certificate of this key.
    private static let certificate = data(
        """
        MIIBqDCCAU2gAwIBAgIBBTAKBggqhkjOPQQDAjANMQswCQYDVQQDDAJDQTAeFw0yNjExMjMyMjA1NDhaFw0zNjExMjAyMjA1NDha
        MA8xDTALBgNVBAMMBGZ1enowWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQdRsmTJFfJ1RURLK2hR8oHktXPjyOO/8kgIFcExTar
        3/+YthPKllzs/z1cj09Y3CV0vhUjmcoBQLjqUEqYSNUHo4GbMIGYMDEGA1UdEQQqMCiCD3d3dy5leGFtcGxlLmNvbYcEfwAAAYEP
        a2ltQGV4YW1wbGUuY29tMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATAfBgNVHSMEGDAWgBR/IbfL8jdHAA4l
        j2pUturkGGZamTAdBgNVHQ4EFgQUB5cqy4pizlOsAV5CPH3GdSh2nE4wCgYIKoZIzj0EAwIDSQAwRgIhAO6yKU8Oujv2GQXSaz+0
        5Q1WWUcU4Vymktq7XcV+dciwAiEA85edg5DqcRnKhxdyHK9h5BRB8MfgEMmp1L2hJlNiT/4=
        """)

    private static func data(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
