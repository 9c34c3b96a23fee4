import Foundation

/// Certificates that differ in names and public keys. The first one belongs to a key; the others are changed copies, whose signatures are
/// wrong: what is measured does not verify them.
struct BenchCertificates {
    private let first: Data
    /// The first certificate's key in PEM.
    let key: Data

    /// Makes the first certificate with the program `openssl`.
    init(directory: String) throws {
        let (keyFile, file) = (directory + "/key.pem", directory + "/certificate")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-set_serial",
            "7", "-days", "100", "-subj", "/CN=\(Self.name(0))", "-keyout", keyFile, "-outform", "DER", "-out", file,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("openssl req") }
        (first, key) = (
            try Data(contentsOf: URL(fileURLWithPath: file)), try Data(contentsOf: URL(fileURLWithPath: keyFile))
        )
    }

    /// The common name of a certificate.
    static func name(_ number: Int) -> String { "bench-" + String(10_000 + number).suffix(4) }

    private func certificate(_ number: Int) throws -> Data {
        guard number > 0 else { return first }
        var der = first
        let (old, new) = (Data(Self.name(0).utf8), Data(Self.name(number).utf8))
        for place in der.ranges(of: old) { der.replaceSubrange(place, with: new) }
        // The public key: a bit string with an uncompressed point.
        guard let start = der.firstRange(of: Data([0x03, 0x42, 0x00, 0x04])) else { throw BenchError("public key") }
        let changed = start.upperBound..<start.upperBound + 2
        der.replaceSubrange(changed, with: [UInt8(number >> 8), UInt8(number & 0xff)])
        return der
    }

    /// A bundle in PEM.
    func bundle(_ numbers: Range<Int>) throws -> Data {
        let parts = try numbers.map { number in
            let text = try certificate(number).base64EncodedString(
                options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
        return Data(parts.joined().utf8)
    }
}
