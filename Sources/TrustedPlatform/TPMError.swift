import Glibc

/// An error of a TPM or of the way to it.
package struct TPMError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    package enum Kind: Hashable, Sendable {
        /// libtss2 is not installed; the text is the name of the library or function.
        case libraryMissing(String)
        /// There is no TPM at this address.
        case absent(String)
        /// There is one, but this user has no permission to use it.
        case denied(String)
        /// It does not answer, or stopped answering.
        case unreachable(String)
        /// The object was sealed by another TPM, or this one was cleared since.
        case otherTPM
        /// The registers do not hold what they held when the object was sealed.
        case policy
        /// This TPM has no such register, or no bank of this kind.
        case noSuchRegister
        /// Too many wrong authorisation values were tried, by any program; the TPM refuses everything that it protects for some time.
        case lockout
        /// Other programs have left so many objects or sessions loaded that there is no room.
        case exhausted
        /// Its owner has set a password for the owner hierarchy.
        case ownerPassword
        /// The object is not what the TPM made.
        case damaged
        /// Another error.
        case failed
    }

    package let kind: Kind
    /// The TPM's response code, 0 if there is none.
    package let code: UInt32
    /// libtss2's text for the code; empty if there is no code.
    package let detail: String

    init(_ kind: Kind, code: UInt32 = 0, detail: String = "") {
        self.kind = kind
        self.code = code
        self.detail = detail
    }

    /// The reason in words for users.
    package var reason: String { text + (code == 0 ? "" : " (0x\(String(code, radix: 16)), \(detail))") }

    private var text: String {
        switch kind {
        case .libraryMissing(let name): "the library for the TPM, libtss2, is not installed: “\(name)” cannot be loaded"
        case .absent(let address): "there is no TPM at “\(address)”"
        case .denied(let address): "this user may not use the TPM at “\(address)”"
        case .unreachable(let address): "the TPM at “\(address)” does not answer"
        case .otherTPM: "the key was sealed by another TPM, or this TPM was cleared since"
        case .policy: "the machine was not started in the same state as when the key was sealed"
        case .noSuchRegister: "the TPM has no such register in this bank"
        case .lockout: "the TPM is locked after too many wrong attempts"
        case .exhausted: "the TPM has no room: another program has left its objects or sessions loaded"
        case .ownerPassword: "the TPM's owner hierarchy has a password"
        case .damaged: "the sealed key is damaged, or was changed"
        case .failed: "the TPM reports an error"
        }
    }

    /// A hint on what the user can do about it.
    package var remedy: String {
        switch kind {
        case .libraryMissing: "install libtss2-esys, libtss2-mu and libtss2-rc"
        case .absent: "switch it on in the machine's firmware"
        case .denied: "ask the administrator to put you into the group of that file, and log in again"
        case .unreachable, .failed: "test the TPM with: tpm2_getrandom 8"
        case .otherTPM, .damaged: "put the disk back into its machine"
        case .policy: "restore the firmware and its settings to that state"
        case .noSuchRegister: "list the registers with: tpm2_pcrread"
        case .lockout: "wait, or ask the administrator to run: tpm2_dictionarylockout --clear-lockout"
        case .exhausted: "use /dev/tpmrm0, or end the other program and run: tpm2_flushcontext --transient-object"
        case .ownerPassword: "ask the administrator to remove it: tpm2_changeauth --object-context=owner"
        }
    }

    /// Whether the error may be permanent, so that the key has to be recovered without the TPM.
    package var mayBePermanent: Bool {
        switch kind {
        case .absent, .unreachable, .failed, .otherTPM, .damaged, .policy: true
        default: false
        }
    }
}

extension TPMError {
    /// Classifies a response code.
    ///
    /// Specified in: TPM 2.0 Library, Part 2, 6.6 "TPM_RC"; TSS 2.0 Overview and Common Structures, "Response codes".
    init(code: UInt32, address: TPMAddress, detail: String) {
        self.init(Self.kind(code, address), code: code, detail: detail)
    }

    private static func kind(_ code: UInt32, _ address: TPMAddress) -> Kind {
        // From the TPM itself, or forwarded by a resource manager.
        guard [0, 11, 12].contains(code >> 16) else {
            // The library's own: input or output failed, or an answer was cut short.
            return [0x0A, 0x08, 0x07].contains(code & 0xffff) ? .unreachable(address.description) : .failed
        }
        if code & 0x80 != 0 {
            // Bits 6 and 8 to 11 name the parameter, handle or session that the code is about.
            switch code & 0xBF {
            case 0x9D: return .policy
            case 0x9F, 0x8B: return .damaged
            case 0x8E, 0xA2: return .ownerPassword
            default: return .failed
            }
        }
        switch code & 0xFFF {
        case 0x921: return .lockout
        case 0x128: return .policy
        case 0x902...0x905: return .exhausted
        default: return .failed
        }
    }
}

extension TPMError {
    /// Makes the error of a device or a socket that cannot be opened.
    init(opening address: String, _ code: Int32) {
        switch code {
        case ENOENT, ENXIO, ENODEV: self.init(.absent(address))
        case EACCES, EPERM: self.init(.denied(address))
        default: self.init(.unreachable(address))
        }
    }
}

extension TPMError {
    /// The error of a machine without a TPM.
    package static let noTPM = TPMError(.absent("/dev/tpmrm0"))
}
