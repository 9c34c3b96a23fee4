import Secrets

/// A structure as libtss2 has it in memory, made by libtss2 from its form on the wire. We never look inside.
struct NativeStructure: ~Copyable {
    /// Bytes set aside: more than five times the largest structure that is used (TPM2B_PRIVATE, 1,552 in version 3.2). A test compares
    /// with the library's headers.
    static let room = 8192

    /// Wiped in the end: it may hold what is to be sealed.
    private var storage: SecretBytes
    /// Valid as long as this value.
    let memory: TSSLibrary.Memory

    /// - Throws: `.damaged` if it is not what the function reads, or is followed by something else.
    init(_ wire: borrowing SecretBytes, _ read: TSSLibrary.Unmarshal) throws(TPMError) {
        var storage = SecretBytes(zeros: Self.room)
        // The address stays: it is that of the allocation.
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

    /// For what is not secret.
    init(_ wire: [UInt8], _ read: TSSLibrary.Unmarshal) throws(TPMError) {
        try self.init(SecretBytes(copying: wire), read)
    }
}

extension TrustedPlatform {
    /// Most bytes of a structure on the wire that is accepted from a TPM.
    private static let most = 4096

    /// What libtss2 has in memory, in its form on the wire, without the two bytes of its length.
    func bytes(of native: TSSLibrary.Memory?, _ write: TSSLibrary.Marshal) throws(TPMError) -> [UInt8] {
        try Array(wire(of: native, write).dropFirst(2))
    }

    /// What libtss2 has in memory, in its form on the wire.
    func wire(of native: TSSLibrary.Memory?, _ write: TSSLibrary.Marshal) throws(TPMError) -> [UInt8] {
        let secret = try secretWire(of: native, write)
        return secret.withUnsafeBytes { Array($0) }
    }

    /// The same in guarded memory.
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
