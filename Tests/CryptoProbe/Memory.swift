import AsymmetricKeys
import Glibc
import Secrets

/// A part of a secret, masked so that the search does not find the pattern itself.
struct Pattern {
    private static let mask: UInt8 = 0xA5
    private static let size = 24
    private let masked: [UInt8]

    /// - Parameter offset: the first byte that is searched for.
    init(_ secret: borrowing SecretBytes, at offset: Int, reversed: Bool) {
        masked = secret.withUnsafeBytes { secret in
            let part = secret[offset..<(offset + Self.size)].map { $0 ^ Self.mask }
            return reversed ? part.reversed() : part
        }
    }

    /// Whether memory that this process can write has the pattern.
    func isInMemory() -> Bool {
        var found = false
        for region in Self.writableRegions() where !found { found = isIn(region) }
        return found
    }

    private func isIn(_ region: UnsafeRawBufferPointer) -> Bool {
        guard var start = region.baseAddress else { return false }
        let end = start + region.count - Self.size
        while start < end, let next = memchr(start, Int32(masked[0] ^ Self.mask), end - start) {
            var position = 0
            while position < Self.size,
                next.load(fromByteOffset: position, as: UInt8.self) == masked[position] ^ Self.mask
            {
                position += 1
            }
            if position == Self.size { return true }
            start = UnsafeRawPointer(next) + 1
        }
        return false
    }

    private static func writableRegions() -> [UnsafeRawBufferPointer] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var regions: [UnsafeRawBufferPointer] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            guard words[1].hasPrefix("rw"), ends.count == 2 else { continue }
            regions.append(
                UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: ends[0]), count: Int(ends[1] - ends[0])))
        }
        return regions
    }
}

/// Uses a key and lets go of it; prints whether its secret is in memory before and afterwards.
func searchMemory() throws {
    for type in ["ec", "rsa"] {
        let patterns = try withKey(type) { try useAndSearch($0) }
        print("\(type) released: \(patterns.contains { $0.isInMemory() })")
    }
}

@inline(never) private func withKey(_ type: String, _ body: (PrivateKey) throws -> [Pattern]) throws -> [Pattern] {
    let made = try PrivateKey.generate(type == "ec" ? .ellipticCurve(.p256) : .rsa(bits: 1024))
    // Through the representation, as a key comes out of a keychain.
    return try body(try PrivateKey(type: made.specification.type, representation: try made.representation()))
}

@inline(never) private func useAndSearch(_ key: PrivateKey) throws -> [Pattern] {
    let message = [UInt8](repeating: 1, count: 32)
    let isCurve = key.specification.type == .ellipticCurve
    let signing: KeyAlgorithm = isCurve ? .ecdsa(.x962, .digest(.sha256)) : .rsaSignaturePSS(.digest(.sha256))
    let sealing: KeyAlgorithm =
        isCurve ? .ecies(.standard, .sha256, hasVariableVector: true) : .rsaEncryptionOAEPAESGCM(.sha256)
    try message.withUnsafeBytes { message in
        _ = try key.sign(message, with: signing)
        try key.publicKey().encrypt(message, with: sealing).withUnsafeBytes { _ = try key.decrypt($0, with: sealing) }
    }
    // The scalar's last bytes; the middle of the private exponent, and of the first prime.
    let offsets = isCurve ? [70] : [180, 300]
    let patterns = try [false, true].flatMap { isReversed in
        try offsets.map { Pattern(try key.representation(), at: $0, reversed: isReversed) }
    }
    print("\(isCurve ? "ec" : "rsa") alive: \(patterns.contains { $0.isInMemory() })")
    return patterns
}
