import Secrets

// Private keys that the TPM makes and uses.
extension TrustedPlatform {
    /// Makes a private key on P-256.
    ///
    /// - Throws: `.exhausted`, `.unreachable`, `.failed`.
    package func makeKey() throws(TPMError) -> TPMKey {
        let areas = try create(SecretBytes(zeros: 0), template: TPMWireFormat.privateKey)
        do throws(TPMError) {
            return try TPMKey(parent: name, publicArea: areas.publicArea, privateArea: areas.privateArea)
        } catch { throw TPMError(.failed) }
    }

    /// Signs a digest by ECDSA.
    ///
    /// - Parameter digest: 32 bytes.
    /// - Returns: the two numbers of the signature, each with at most 32 bytes.
    /// - Throws: `.otherTPM`, `.damaged`, `.exhausted`, `.unreachable`, `.failed`.
    package func sign(_ digest: [UInt8], with key: TPMKey) throws(TPMError) -> (r: [UInt8], s: [UInt8]) {
        guard digest.count == TPMKey.coordinateCount else { throw TPMError(.failed) }
        let wire = try use(key, encryptsAnswer: false) { (handle, session) throws(TPMError) in
            var input = TPMWireFormat()
            input.append(sized: digest)
            let digest = try NativeStructure(input.bytes, library.readDigest)
            let scheme = try NativeStructure(TPMWireFormat.ecdsa, library.readScheme)
            let ticket = try NativeStructure(TPMWireFormat.noTicket, library.readTicket)
            var result: TSSLibrary.Memory?
            defer { library.free(result) }
            try check(
                library.sign(
                    connection(), handle, session, Known.none, Known.none, digest.memory, scheme.memory, ticket.memory,
                    &result))
            return try self.wire(of: result, library.writeSignature)
        }
        guard let signature = TPMWireFormat.signature(wire) else { throw TPMError(.failed) }
        return signature
    }

    /// Multiplies a point with the key.
    ///
    /// - Parameter peer: the external representation of a public key on P-256, 65 bytes: 04 ‖ X ‖ Y.
    /// - Returns: the x-coordinate of the shared point, 32 bytes.
    /// - Throws: `.otherTPM`, `.damaged`, `.exhausted`, `.unreachable`; `.failed`, also for a point that is not on the curve.
    package func agree(with peer: [UInt8], _ key: TPMKey) throws(TPMError) -> SecretBytes {
        guard peer.count == 1 + 2 * TPMKey.coordinateCount, peer.first == 0x04 else { throw TPMError(.failed) }
        return try use(key, encryptsAnswer: true) { (handle, session) throws(TPMError) in
            let point = try NativeStructure(TPMWireFormat.point(peer), library.readPoint)
            var result: TSSLibrary.Memory?
            defer { wipeAndFree(result) }
            try check(
                library.exchange(connection(), handle, session, Known.none, Known.none, point.memory, &result))
            return try coordinate(try secretWire(of: result, library.writePoint))
        }
    }

    /// Returns the first coordinate of a TPM2B_ECC_POINT, in its full length.
    private func coordinate(_ point: borrowing SecretBytes) throws(TPMError) -> SecretBytes {
        try point.withUnsafeBytes { bytes throws(TPMError) in
            guard bytes.count >= 4 else { throw TPMError(.failed) }
            let count = Int(bytes[2]) << 8 | Int(bytes[3])
            guard count <= TPMKey.coordinateCount, bytes.count >= 4 + count else { throw TPMError(.failed) }
            return SecretBytes(count: TPMKey.coordinateCount) { output in
                let number = UnsafeMutableRawBufferPointer(rebasing: output[(TPMKey.coordinateCount - count)...])
                number.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[4..<4 + count]))
            }
        }
    }

    /// Loads a key for one command.
    ///
    /// - Parameter encryptsAnswer: whether the answer begins with a secret. A signature cannot be encrypted, and is none.
    private func use<Result: ~Copyable>(
        _ key: TPMKey, encryptsAnswer: Bool,
        _ body: (TSSLibrary.Handle, _ session: TSSLibrary.Handle) throws(TPMError) -> Result
    ) throws(TPMError) -> Result {
        // Checked first: the TPM would report another TPM's key only as a damaged one.
        guard key.parent == name else { throw TPMError(.otherTPM) }
        let session = try startSession(.authorisation)
        defer { flush(session) }
        let handle = try load(publicArea: key.publicArea, privateArea: key.privateArea, session)
        defer { flush(handle) }
        if !encryptsAnswer { try stopEncryptingAnswers(session) }
        return try body(handle, session)
    }

    /// Frees a structure of libtss2 that holds a secret.
    private func wipeAndFree(_ memory: TSSLibrary.Memory?) {
        guard let memory else { return }
        wipe(UnsafeMutableRawBufferPointer(start: memory, count: library.sizeOfMemory(memory)))
        library.free(memory)
    }
}
