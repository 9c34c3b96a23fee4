import Glibc
import Secrets

extension TrustedPlatform {
    /// The maximum number of bytes that a TPM seals at once.
    package static let maximumSealedSize = 128

    /// Seals a secret, and checks that it can be unsealed.
    ///
    /// - Parameters:
    ///   - secret: 1 to ``maximumSealedSize`` bytes.
    ///   - pcrs: the registers that must have their current values again when the secret is unsealed.
    /// - Throws: `.lockout`, `.exhausted`, `.unreachable`, `.failed`.
    package func seal(_ secret: borrowing SecretBytes, pcrs: PCRSelection?) throws(TPMError) -> SealedObject {
        guard (1...Self.maximumSealedSize).contains(secret.count) else { throw TPMError(.failed) }
        let policy = try policyDigest(pcrs)
        let areas = try create(secret, template: TPMWireFormat.sealed(policy: policy))
        let object = SealedObject(
            parent: name, publicArea: areas.publicArea, privateArea: areas.privateArea, pcrs: pcrs)
        let opened = try unseal(object)
        guard opened.equals(secret) else { throw TPMError(.failed) }
        return object
    }

    /// Unseals an object that this TPM sealed.
    ///
    /// - Throws: `.otherTPM`, `.policy`, `.damaged`, `.lockout`, `.exhausted`, `.unreachable`, `.failed`.
    package func unseal(_ object: SealedObject) throws(TPMError) -> SecretBytes {
        // Checked first: the TPM would report another TPM's object only as a damaged one.
        guard object.parent == name else { throw TPMError(.otherTPM) }
        let handle = try load(object)
        defer { flush(handle) }
        let session = try startSession(.policy)
        defer { flush(session) }
        try applyPolicy(session, object.pcrs)
        var result: TSSLibrary.Memory?
        defer { library.free(result) }
        try check(library.unseal(connection(), handle, session, Known.none, Known.none, &result))
        let wire = try secretWire(of: result, library.writeSensitiveData)
        if let result { wipe(UnsafeMutableRawBufferPointer(start: result, count: wire.count)) }
        return wire.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[2...])) }
    }

    private func load(_ object: SealedObject) throws(TPMError) -> TSSLibrary.Handle {
        let session = try startSession(.authorisation)
        defer { flush(session) }
        return try load(publicArea: object.publicArea, privateArea: object.privateArea, session)
    }

    // MARK: - Policy

    /// Extends the session's policy with the command code of unsealing, and with the current values of the registers.
    ///
    /// The command code alone lets every program unseal that can use the TPM, as an empty authorisation value would. But an authorisation
    /// value is subject to the dictionary attack protection: other programs' wrong values, and every power failure without a shutdown
    /// command, could lock the key out.
    private func applyPolicy(_ session: TSSLibrary.Handle, _ pcrs: PCRSelection?) throws(TPMError) {
        // TPM_CC_Unseal [6.5.2].
        try check(
            library.policyCommandCode(connection(), session, Known.none, Known.none, Known.none, 0x0000_015E))
        guard let pcrs else { return }
        let digest = try NativeStructure(TPMWireFormat.empty, library.readDigest)
        let selection = try NativeStructure(TPMWireFormat.selection(pcrs), library.readSelection)
        try check(
            library.policyPCR(
                connection(), session, Known.none, Known.none, Known.none, digest.memory, selection.memory))
    }

    /// Returns the digest of the policy that the current values of the registers meet.
    private func policyDigest(_ pcrs: PCRSelection?) throws(TPMError) -> [UInt8] {
        if let pcrs { try checkRegistersExist(pcrs) }
        let session = try startSession(.trial)
        defer { flush(session) }
        try applyPolicy(session, pcrs)
        var result: TSSLibrary.Memory?
        defer { library.free(result) }
        try check(library.policyGetDigest(connection(), session, Known.none, Known.none, Known.none, &result))
        return try bytes(of: result, library.writeDigest)
    }

    /// Checks that the TPM has all registers. It silently leaves out those that it does not have, and the remaining selection may make a
    /// policy that is always met.
    private func checkRegistersExist(_ pcrs: PCRSelection) throws(TPMError) {
        // One by one, because the TPM returns at most eight at a time.
        for register in pcrs.registers {
            let asked = TPMWireFormat.selection(PCRSelection(bank: pcrs.bank, registers: [register]))
            let selection = try NativeStructure(asked, library.readSelection)
            var result: TSSLibrary.Memory?
            defer { library.free(result) }
            try check(
                library.readRegisters(
                    connection(), Known.none, Known.none, Known.none, selection.memory, nil, &result, nil))
            guard try wire(of: result, library.writeSelection) == asked else { throw TPMError(.noSuchRegister) }
        }
    }
}
