extension TrustedPlatform {
    /// The session types of TPM_SE [6.11].
    enum SessionKind: UInt8 {
        case authorisation = 0x00
        case policy = 0x01
        case trial = 0x03
    }

    /// Starts a session that is salted with the storage key and encrypts parameters in both directions.
    func startSession(_ kind: SessionKind) throws(TPMError) -> TSSLibrary.Handle {
        let cipher = try NativeStructure(TPMWireFormat.sessionCipher, library.readCipher)
        var session = Known.none
        try check(
            library.startAuthSession(
                connection(), storageKey, Known.none, Known.none, Known.none, Known.none, nil, kind.rawValue,
                cipher.memory, TPMWireFormat.Identifier.sha256.rawValue, &session))
        guard kind != .trial else { return session }
        // Bits of TPMA_SESSION [8.4]: continueSession, decrypt, encrypt.
        let attributes: UInt8 = 0x01 | 0x20 | 0x40
        do {
            try check(library.setAttributes(connection(), session, attributes, 0xFF))
        } catch {
            flush(session)
            throw error
        }
        return session
    }

    /// Has a session leave the answers of the next commands as they are, for those whose answer does not begin with a TPM2B.
    func stopEncryptingAnswers(_ session: TSSLibrary.Handle) throws(TPMError) {
        try check(library.setAttributes(connection(), session, 0, 0x40))
    }
}
