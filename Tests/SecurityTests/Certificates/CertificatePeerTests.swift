import Foundation
import Security
import TestSupport
import Testing

/// Certificates made and read by the program `openssl` and by Python's `cryptography`: we read the same.
@Suite struct CertificatePeerTests {
    /// What Python reads.
    private struct Reading: Decodable {
        let der: Data
        let commonName: String?
        let emailAddresses: [String]
        let serialNumber: String
        let notBefore, notAfter: Double
    }

    private func madeByPython() throws -> [Reading] {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Peer/certificates.py").path
        // Not the first python3 of PATH, which may be one without Debian's packages.
        let (output, status) = try ChildProcess.run(["/usr/bin/python3", program])
        guard status == 0 else { throw TestFailure("certificates.py ends with \(status)") }
        return try output.split(separator: "\n").map { try JSONDecoder().decode(Reading.self, from: Data($0.utf8)) }
    }

    private func certificate(_ der: Data) throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, der as CFData))
    }

    private func hex(_ bytes: [UInt8]?) -> String? {
        bytes.map { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
    }

    /// Checks what `openssl x509` says about a certificate.
    private func compareWithOpenSSL(_ der: Data, in directory: TemporaryDirectory) throws {
        try der.write(to: URL(fileURLWithPath: directory("certificate")))
        let words = ["-serial", "-dates", "-email", "-dateopt", "iso_8601"]
        let (output, status) = try ChildProcess.run(
            ["openssl", "x509", "-inform", "DER", "-in", directory("certificate"), "-noout"] + words)
        try #require(status == 0)
        var lines = output.split(separator: "\n").map(String.init)
        func take(_ name: String) throws -> String {
            let line = try #require(lines.isEmpty ? nil : lines.removeFirst())
            try #require(line.hasPrefix(name + "="), "\(line)")
            return String(line.dropFirst(name.count + 1))
        }
        func date(_ text: String) -> Date? {
            ISO8601DateFormatter().date(from: text.replacingOccurrences(of: " ", with: "T"))
        }
        let certificate = try certificate(der)
        // A number, without the zero byte that makes it a positive one.
        let serial = certificate.serialNumber.map { $0.count > 1 && $0.first == 0 ? Array($0.dropFirst()) : $0 }
        #expect(try take("serial").lowercased() == hex(serial))
        #expect(try date(take("notBefore")) == certificate.notBefore)
        #expect(try date(take("notAfter")) == certificate.notAfter)
        #expect(certificate.emailAddresses?.sorted() == lines.sorted())
    }

    @Test func pythonReadsTheSame() throws {
        let all = try madeByPython()
        #expect(all.count > 10)
        for reading in all {
            let certificate = try certificate(reading.der)
            #expect(certificate.commonName == reading.commonName)
            #expect(certificate.emailAddresses == reading.emailAddresses)
            #expect(hex(certificate.serialNumber) == reading.serialNumber)
            #expect(certificate.notBefore == Date(timeIntervalSince1970: reading.notBefore))
            #expect(certificate.notAfter == Date(timeIntervalSince1970: reading.notAfter))
        }
    }

    @Test func opensslReadsTheSame() throws {
        let directory = try TemporaryDirectory()
        for reading in try madeByPython() { try compareWithOpenSSL(reading.der, in: directory) }
    }

    @Test func opensslMakesWhatIsRead() throws {
        let directory = try TemporaryDirectory()
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", directory("key")]
        let subject = ["-utf8", "-subj", "/O=Example/CN=Kim Größe/emailAddress=old@example.com"]
        let addresses = ["-addext", "subjectAltName=email:kim@example.com,DNS:example.com,email:old@example.com"]
        let words = [
            "-set_serial", "0xfedcba9876543210", "-days", "30000", "-outform", "DER", "-out", directory("der"),
        ]
        let program = ["openssl", "req", "-x509"] + key + subject + addresses + words
        try #require(try ChildProcess.run(program, errors: .null).status == 0)
        let der = try Data(contentsOf: URL(fileURLWithPath: directory("der")))
        try compareWithOpenSSL(der, in: directory)
        let certificate = try certificate(der)
        #expect(certificate.commonName == "Kim Größe")
        #expect(certificate.emailAddresses == ["kim@example.com", "old@example.com"])
        #expect(certificate.serialNumber == [0, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10])
        let (before, after) = try (#require(certificate.notBefore), #require(certificate.notAfter))
        #expect(after.timeIntervalSince(before) == 30_000 * 86_400)
        #expect(certificate.issuerSequence == certificate.subjectSequence)
    }
}
