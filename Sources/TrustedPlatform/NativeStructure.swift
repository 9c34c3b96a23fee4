import Secrets

/// A structure in libtss2's memory layout, which libtss2 made from its wire format. This program does not read its fields.
struct NativeStructure: ~Copyable {
    /// The number of bytes allocated: more than five times the largest structure that is used (TPM2B_PRIVATE, 1,552 in version 3.2).
    /// A test compares it with the library's headers.
    static let room = 8192

    /// Wiped at the end, because it may hold the secret to seal.
    private var storage: SecretBytes
    /// The structure; valid as long as this value.
    let memory: TSSLibrary.Memory

    /// Reads a structure from its wire format.
    ///
    /// - Throws: `.damaged` if the function does not accept the bytes, or if bytes are left over.
    init(_ wire: borrowing SecretBytes, _ read: TSSLibrary.Unmarshal) throws(TPMError) {
        var storage = SecretBytes(zeros: Self.room)
        // The address is stable: it is that of the allocation.
        guard let memory = storage.withUnsafeMutableBytes({ $0.baseAddress }) else { throw TPMError(.failed) }
        var offset = 0
        let code = wire.withUnsafeBytes { bytes -> TSSLibrary.Code in
            guard let start = bytes.baseAddress else { return 1 }
            return read(start, bytes.count, &offset, memory)
        }
        guard code == 0, offset == wire.count else { throw TPMError(.damaged, code: code == 1 ? 0 : code) }
        self.storage = storage
        self.memory = memory
    }

    /// Reads a structure that is not secret.
    init(_ wire: [UInt8], _ read: TSSLibrary.Unmarshal) throws(TPMError) {
        try self.init(SecretBytes(copying: wire), read)
    }
}

extension TrustedPlatform {
    /// The maximum size in bytes of a structure that is accepted from a TPM.
    private static let most = 4096

    /// Returns a structure of libtss2 in wire format, without the two bytes of its length.
    func bytes(of native: TSSLibrary.Memory?, _ write: TSSLibrary.Marshal) throws(TPMError) -> [UInt8] {
        try Array(wire(of: native, write).dropFirst(2))
    }

    /// Returns a structure of libtss2 in wire format.
    func wire(of native: TSSLibrary.Memory?, _ write: TSSLibrary.Marshal) throws(TPMError) -> [UInt8] {
        let secret = try secretWire(of: native, write)
        return secret.withUnsafeBytes { Array($0) }
    }

    /// Returns a structure of libtss2 in wire format, in guarded memory.
    func secretWire(of native: TSSLibrary.Memory?, _ write: TSSLibrary.Marshal) throws(TPMError) -> SecretBytes {
        guard let native else { throw TPMError(.failed) }
        var buffer = SecretBytes(zeros: Self.most)
        var count = 0
        let code = buffer.withUnsafeMutableBytes { buffer -> TSSLibrary.Code in
            guard let start = buffer.baseAddress else { return 1 }
            return write(native, start, buffer.count, &count)
        }
        try check(code)
        guard (2...Self.most).contains(count) else { throw TPMError(.failed) }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}
