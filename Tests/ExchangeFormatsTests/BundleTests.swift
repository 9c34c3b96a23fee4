import AsymmetricKeys
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Files with several items: PEM and PKCS #7.
@Suite struct BundleTests {
    private static let clock = ContinuousClock()

    @Test func aBundleOf150CertificatesIsRead() throws {
        let certificate = try Sample.certified.get().certificate
        let items = [ExchangeItem](repeating: ExchangeItem(.certificate(certificate)), count: 150)
        let bundle = try ExchangeWriter.write(items)
        let contents = try ExchangeReader.read(bundle.bytes)
        #expect((contents.format, contents.type, contents.items.count) == (.pemSequence, .aggregate, 150))
        #expect(contents.certificates.allSatisfy { $0 == certificate })
        #expect(
            try OpenSSL.convert(
                bundle.bytes, "crl2pkcs7", "-nocrl", "-certfile", "IN", "-outform", "DER", "-out", "OUT"
            ).count > 150 * certificate.count)
    }

    @Test func textBetweenThePartsIsIgnored() throws {
        let sample = try Sample.certified.get()
        let certificate = try ExchangeWriter.write([ExchangeItem(.certificate(sample.certificate))], asPEM: true).text
        let key = try ExchangeWriter.write([ExchangeItem(.privateKey(try sample.key))], asPEM: true).text
        let other = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        let text = "Bag Attributes\n    friendlyName: x\n\(certificate)\n# comment\n\(other)\(key)the end"
        for variant in [
            text, text.replacingOccurrences(of: "\n", with: "\r\n"), text.replacingOccurrences(of: "\n", with: " \n"),
        ] {
            let contents = try ExchangeReader.read(Array(variant.utf8))
            #expect(contents.items.map(\.type) == [.certificate, .privateKey])
            #expect(contents.privateKeys == [try sample.key])
        }
    }

    @Test func partsThatDoNotEndAreRefused() throws {
        let certificate = try Sample.certified.get().certificate
        let text = try ExchangeWriter.write([ExchangeItem(.certificate(certificate))], asPEM: true).text
        let wrong = [
            text.replacingOccurrences(of: "-----END CERTIFICATE-----", with: ""),
            text.replacingOccurrences(of: "END CERTIFICATE", with: "END PRIVATE KEY"),
            text.replacingOccurrences(of: "M", with: "!"),
        ]
        for text in wrong { #expect(ExchangeReader.failure(Array(text.utf8)) == .malformed) }
        #expect(
            ExchangeReader.failure(Array("-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----\n".utf8))
                == .unknownFormat)
        #expect(ExchangeReader.failure(Array("no key at all".utf8)) == .unknownFormat)
        #expect(ExchangeReader.failure([]) == .unknownFormat)
    }

    @Test func certificatesInPKCS7() throws {
        let sample = try Sample.certified.get()
        let pem = try ExchangeWriter.write(
            [ExchangeItem(.certificate(sample.certificate)), ExchangeItem(.certificate(sample.certificate))])
        for form in ["PEM", "DER"] {
            let file = try OpenSSL.convert(
                pem.bytes, "crl2pkcs7", "-nocrl", "-certfile", "IN", "-outform", form, "-out", "OUT")
            let contents = try ExchangeReader.read(file)
            #expect(contents.format == .pkcs7)
            #expect(contents.certificates == [sample.certificate, sample.certificate])
            let ours = try ExchangeWriter.write(contents.items, as: .pkcs7, asPEM: form == "PEM")
            let printed = try OpenSSL.convert(
                ours.bytes, "pkcs7", "-inform", form, "-in", "IN", "-print_certs", "-out", "OUT")
            #expect(try ExchangeReader.read(printed).certificates == contents.certificates)
        }
        let key = ExchangeItem(.privateKey(try sample.key))
        #expect(throws: (any Error).self) { _ = try ExchangeWriter.write([key], as: .pkcs7) }
    }

    @Test func aSequenceWithAPasswordHasNoPlainKey() throws {
        let sample = try Sample.certified.get()
        let items = [ExchangeItem(.certificate(sample.certificate)), ExchangeItem(.privateKey(try sample.key))]
        let file = try ExchangeWriter.write(items, as: .pemSequence, Passphrase("secret"))
        #expect(file.text.contains("BEGIN ENCRYPTED PRIVATE KEY"))
        #expect(try ExchangeReader.read(file.bytes, Passphrase("secret")).privateKeys == [try sample.key])
        #expect(ExchangeReader.failure(file.bytes) == .passphraseRequired)
    }
}
