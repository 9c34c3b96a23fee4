import TrustedPlatform

/// The keys in hardware of a keychain, as far as they can be opened without a person.
struct HardwareKeys {
    /// Their number for each TPM, by the name of its storage key.
    private(set) var byTPM: [[UInt8]: Int] = [:]
    private(set) var inSoftware = 0

    /// Counts a row if it is such a key.
    mutating func count(_ row: ItemRow, _ sealer: ItemSealer) {
        guard row.head.itemClass == .key, (try? sealer.attributes(of: row))?.isInToken == true,
            let data = (try? sealer.secrets(of: row))?[.data]?.data, let key = try? TokenKey(data)
        else { return }
        switch key {
        case .tpm(let key): byTPM[key.parent, default: 0] += 1
        case .software: inSoftware += 1
        }
    }
}

extension Doctor {
    /// Reports keys that the TPM of this machine does not have.
    func report(_ keys: HardwareKeys, to diagnosis: inout Diagnosis) {
        if keys.inSoftware > 0 {
            diagnosis.add(
                .note, .hardwareKeys, "\(Self.text(keys.inSoftware)) of the token in software: no TPM protects them",
                remedy: "make them again where there is a TPM")
        }
        guard !keys.byTPM.isEmpty else { return }
        let name: [UInt8]
        do throws(KeychainError) {
            let token = if let token { token } else { try KeyToken.ofUser() }
            name = try token.nameOfTPM(root)
        } catch {
            let all = keys.byTPM.values.reduce(0, +)
            diagnosis.add(
                .note, .hardwareKeys, "\(Self.text(all)) in a TPM that cannot be asked: \(error.reason)",
                remedy: error.remedy)
            return
        }
        let foreign = keys.byTPM.filter { $0.key != name }.values.reduce(0, +)
        guard foreign > 0 else { return }
        diagnosis.add(
            .warning, .hardwareKeys,
            "\(Self.text(foreign)) in another TPM, or in this one before it was cleared: nothing on this machine can use them",
            remedy: "use the machine that made them; if its TPM was cleared or replaced, delete them and make others")
    }

    private static func text(_ count: Int) -> String { count == 1 ? "1 key is" : "\(count) keys are" }
}
