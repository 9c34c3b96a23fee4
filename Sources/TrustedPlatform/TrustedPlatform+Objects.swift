import Secrets

// Objects under the storage key.
extension TrustedPlatform {
    /// Makes an object.
    ///
    /// - Parameters:
    ///   - secret: the data that it seals; empty for a key, which the TPM makes.
    ///   - template: a TPM2B_PUBLIC.
    /// - Returns: a TPM2B_PUBLIC and a TPM2B_PRIVATE.
    func create(
        _ secret: borrowing SecretBytes, template: [UInt8]
    ) throws(TPMError) -> (publicArea: [UInt8], privateArea: [UInt8]) {
        let session = try startSession(.authorisation)
        defer { flush(session) }
        let sensitive = try NativeStructure(TPMWireFormat.sensitive(secret), library.readSensitive)
        let template = try NativeStructure(template, library.readPublic)
        let outside = try NativeStructure(TPMWireFormat.empty, library.readData)
        let selection = try NativeStructure(TPMWireFormat.selection(nil), library.readSelection)
        var (privateArea, publicArea): (TSSLibrary.Memory?, TSSLibrary.Memory?)
        defer {
            library.free(privateArea)
            library.free(publicArea)
        }
        try check(
            library.create(
                connection(), storageKey, session, Known.none, Known.none, sensitive.memory, template.memory,
                outside.memory, selection.memory, &privateArea, &publicArea, nil, nil, nil))
        return (
            try wire(of: publicArea, library.writePublic), try wire(of: privateArea, library.writePrivate)
        )
    }

    /// Loads an object.
    ///
    /// - Parameter session: authorises the use of the storage key.
    /// - Throws: `.damaged` if the TPM does not accept it.
    func load(
        publicArea: [UInt8], privateArea: [UInt8], _ session: TSSLibrary.Handle
    ) throws(TPMError) -> TSSLibrary.Handle {
        let privateArea = try NativeStructure(privateArea, library.readPrivate)
        let publicArea = try NativeStructure(publicArea, library.readPublic)
        var handle = Known.none
        do {
            try check(
                library.load(
                    connection(), storageKey, session, Known.none, Known.none, privateArea.memory, publicArea.memory,
                    &handle))
        } catch {
            // An error that the TPM or the library reports about a parameter concerns the object.
            throw error.kind == .failed ? TPMError(.damaged, code: error.code, detail: error.detail) : error
        }
        return handle
    }
}
