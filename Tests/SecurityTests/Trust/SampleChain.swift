import Foundation
import Security
import Testing

/// A chain for the host “www.example.com”, made by Tests/CertificateTrustTests/Peer/certificates.py. The leaf is valid in May, June and July of
/// 2026, the others from 2016 to 2036.
enum SampleChain {
    static let date = Date(timeIntervalSince1970: 1_780_272_000)

    static func certificates() throws -> [SecCertificate] { try [leaf, intermediate, root].map(certificate) }

    static func certificate(_ base64: String) throws -> SecCertificate {
        let der = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
        return try #require(SecCertificateCreateWithData(nil, der as CFData))
    }

    static let leaf = """
        MIIB4DCCAYWgAwIBAgICA+owCgYIKoZIzj0EAwIwMjEOMAwGA1UECgwFVGVzdHMxIDAeBgNVBAMMF1RydXN0IFRlc3QgSW50ZXJtZWRpYXRlMB4XDTI2MDUw
        MjAwMDAwMFoXDTI2MDczMTAwMDAwMFowKjEOMAwGA1UECgwFVGVzdHMxGDAWBgNVBAMMD1RydXN0IFRlc3QgTGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABElpJKdRxKJPCRhqeg1UKOFLx9BPjM2X+BYGksiB3KuuE7WrA4GoSjobr/hJuX2TZ2y+O11/ZmLSkYTFLIFuFbyjgZIwgY8wDAYDVR0TAQH/BAIwADAO
        BgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFP5y2Ibugc6oxY2tBiRbYqyMkbS0MB8GA1UdIwQYMBaAFMUXY7wAz1r2dSpV
        mQCNkG4wKRQWMBoGA1UdEQQTMBGCD3d3dy5leGFtcGxlLmNvbTAKBggqhkjOPQQDAgNJADBGAiEA2RUI3pKV+4DTMyJW1eIOSSo/bJePs2dTn0PzO/3IIIUC
        IQCGfpeVbHu8iQEo1eUgJ9+iF2y15Z2myUsdZmTJmu6d9A==
        """
    static let intermediate = """
        MIIBrzCCAVWgAwIBAgICA+kwCgYIKoZIzj0EAwIwKjEOMAwGA1UECgwFVGVzdHMxGDAWBgNVBAMMD1RydXN0IFRlc3QgUm9vdDAeFw0xNjA2MDMwMDAwMDBa
        Fw0zNjA1MjkwMDAwMDBaMDIxDjAMBgNVBAoMBVRlc3RzMSAwHgYDVQQDDBdUcnVzdCBUZXN0IEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABM0xo0tbihsBEPjsFiIxAKML9de5gxpaqBEB6p/P4+EPnJffO699UfGPRD7qFVcoDBj1fS24Pp3tqOL5DJWq3IujYzBhMA8GA1UdEwEB/wQFMAMBAf8w
        DgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBTFF2O8AM9a9nUqVZkAjZBuMCkUFjAfBgNVHSMEGDAWgBSF0SpbeD+Eo30tG2o2XsApncl7GDAKBggqhkjOPQQD
        AgNIADBFAiBA+sHZzyPGCtW2VORMm70ZEwanEpkNs2rjpE9iQ2iyIAIhAMQ8hvrEXVVs3oe9oC65heudvAXVu4m0/2/F8+4Pbjj8
        """
    static let root = """
        MIIBhzCCASygAwIBAgICA+gwCgYIKoZIzj0EAwIwKjEOMAwGA1UECgwFVGVzdHMxGDAWBgNVBAMMD1RydXN0IFRlc3QgUm9vdDAeFw0xNjA2MDMwMDAwMDBa
        Fw0zNjA1MjkwMDAwMDBaMCoxDjAMBgNVBAoMBVRlc3RzMRgwFgYDVQQDDA9UcnVzdCBUZXN0IFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATc8faO
        Phz1QSwOwxRvB9Val7hKaZmLmEP1qF6JLHySoEnQO4opPkUf96kBffWlds+j4DIG5YmtUaS1YAGmo9ogo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
        /wQEAwIBBjAdBgNVHQ4EFgQUhdEqW3g/hKN9LRtqNl7AKZ3JexgwCgYIKoZIzj0EAwIDSQAwRgIhAKbbpkvZoitaYiBTN0iOca9FtTF4rjr3Sh8a2oFAWtj1
        AiEAy1NqKglHux05O2fjj6VXWVRk4fB4z0Dmm953Mm87nZ8=
        """
}
