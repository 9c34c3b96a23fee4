import Foundation
import TestSupport

/// The program `openssl` as the other side of keys on P-256.
struct OpenSSL {
    let directory: String

    /// The DER of a SubjectPublicKeyInfo (RFC 5480) before the point.
    private static let head: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    @discardableResult private func run(_ arguments: String...) throws -> Int32 {
        try ChildProcess.run(
            ["/usr/bin/env", "-C", directory, "openssl"] + arguments, variables: ProcessInfo.processInfo.environment,
            errors: .null
        ).status
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: directory + "/" + name) }

    private func writePublicKey(_ point: [UInt8]) throws { try Data(Self.head + point).write(to: url("public.der")) }

    /// Whether both numbers are a signature of a digest.
    func verifies(_ r: [UInt8], _ s: [UInt8], _ digest: [UInt8], _ point: [UInt8]) throws -> Bool {
        let numbers = [r, s].flatMap { number -> [UInt8] in
            let short = Array(number.drop { $0 == 0 })
            let signed = (short.first ?? 0x80) < 0x80 ? short : [0] + short
            return [0x02, UInt8(signed.count)] + signed
        }
        return try verifies([0x30, UInt8(numbers.count)] + numbers, digest, point)
    }

    /// Whether the DER of a signature is one of a digest.
    func verifies(_ signature: [UInt8], _ digest: [UInt8], _ point: [UInt8]) throws -> Bool {
        try writePublicKey(point)
        try Data(signature).write(to: url("signature"))
        try Data(digest).write(to: url("digest"))
        return try run(
            "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "public.der", "-sigfile", "signature", "-in",
            "digest") == 0
    }

    /// Makes a key. Returns its public half: 04 ‖ X ‖ Y.
    func makeKey() throws -> [UInt8] {
        guard
            try run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "peer.pem") == 0,
            try run("pkey", "-in", "peer.pem", "-pubout", "-outform", "DER", "-out", "peer.der") == 0
        else { throw TestFailure("openssl") }
        return Array(try Data(contentsOf: url("peer.der")).suffix(65))
    }

    /// Returns the secret that the made key shares with another.
    func agree(with point: [UInt8]) throws -> [UInt8] {
        try writePublicKey(point)
        guard
            try run(
                "pkeyutl", "-derive", "-inkey", "peer.pem", "-peerform", "DER", "-peerkey", "public.der", "-out",
                "shared") == 0
        else { throw TestFailure("openssl") }
        return Array(try Data(contentsOf: url("shared")))
    }
}
