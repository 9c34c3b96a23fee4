import KeychainServices
import PasswordVault
import Secrets

/// The examination of the keychain, or of a vault.
struct DoctorExamination: ~Copyable {
    /// What is done besides looking.
    struct Steps {
        let repairs: Bool
        let acceptsState: Bool
        let emptiesQuarantine: Bool
        let removesCopies: Bool

        var changeSomething: Bool { repairs || acceptsState || emptiesQuarantine || removesCopies }
    }

    /// What was found, and done.
    struct Result {
        /// Nil for the keychain.
        let vault: String?
        var diagnosis: Diagnosis
        var repairs: [String] = []
        var backup: String?

        init(vault: String?, _ diagnosis: Diagnosis) { (self.vault, self.diagnosis) = (vault, diagnosis) }

        /// The result for a file that cannot be examined.
        init(vault: String?, _ error: KeychainError) {
            var diagnosis = Diagnosis()
            diagnosis.add(.error, .notReadable, error.reason, remedy: error.remedy, isRepairable: false)
            self.init(vault: vault, diagnosis)
        }
    }

    private let root: KeychainRoot
    private let vault: String?
    private let password: SecretBytes?
    private let recoveryKey: SecretBytes?

    /// - Parameter recoveryKey: the one to examine, nil for none.
    init(
        root: KeychainRoot, vault: String?, password: consuming SecretBytes?, recoveryKey: consuming SecretBytes? = nil
    ) {
        (self.root, self.vault) = (root, vault)
        self.password = password
        self.recoveryKey = recoveryKey
    }

    /// The names of all vaults, also of those of which only a log is left.
    static func vaultNames(_ root: KeychainRoot) -> [String] {
        let lost = root.namesWithStrayLogs.compactMap(KeychainRoot.vaultName(ofKeychain:))
        return Set(VaultDirectory(root: root).names() + lost).sorted()
    }

    func run(_ steps: Steps) throws(KeychainError) -> Result {
        let doctor = Doctor(root: root, name: fileName, passcode: copyOfPassword())
        var result = Result(
            vault: vault,
            try steps.repairs ? doctor.repair(progress: Progress.show) : doctor.examine(progress: Progress.show))
        if steps.repairs {
            try withVault(&result.diagnosis) { vault, diagnosis throws(KeychainError) in try vault.repair(&diagnosis) }
        }
        (result.backup, result.repairs) = (result.diagnosis.backup, result.diagnosis.repairs)
        if steps.acceptsState, let accepted = try doctor.acceptState() {
            result.repairs.append(
                "accepted the keychain without \(accepted.missing) changes; a copy is in “\(accepted.copy)”")
        }
        if steps.emptiesQuarantine { try emptyQuarantine(doctor, &result) }
        if steps.removesCopies { try removeCopies(doctor, &result) }
        if steps.changeSomething { result.diagnosis = try doctor.examine() }
        try withVault(&result.diagnosis) { vault, diagnosis throws(KeychainError) in try vault.examine(&diagnosis) }
        try examineRecoveryKey(doctor, &result.diagnosis)
        return result
    }

    private var fileName: String { vault.map { KeychainRoot.vaultPrefix + $0 } ?? "default" }

    private func copyOfPassword() -> SecretBytes? {
        switch password {
        case .some(let password): password.copy()
        case .none: nil
        }
    }

    /// Looks into a vault, if that is one, its password is known, and its keychain can be read.
    private func withVault(
        _ diagnosis: inout Diagnosis, _ body: (VaultDoctor, inout Diagnosis) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let hinders: Set<Diagnosis.Kind> = [
            .missing, .missingChanges, .deviceKey, .notReadable, .laterFormat, .strayLog,
        ]
        guard let vault, let password = copyOfPassword(), hinders.isDisjoint(with: diagnosis.findings.map(\.kind))
        else {
            return
        }
        let opened = try VaultDoctor(root: root, name: vault, password: password)
        defer { opened.close() }
        try body(opened, &diagnosis)
    }

    private func examineRecoveryKey(
        _ doctor: borrowing Doctor, _ diagnosis: inout Diagnosis
    ) throws(KeychainError) {
        let hinders: Set<Diagnosis.Kind> = [.laterFormat, .strayLog]
        guard hinders.isDisjoint(with: diagnosis.findings.map(\.kind)) else { return }
        switch recoveryKey {
        case .some(let key): try doctor.examine(recoveryKey: key, &diagnosis)
        case .none: break
        }
    }

    private func emptyQuarantine(_ doctor: borrowing Doctor, _ result: inout Result) throws(KeychainError) {
        let count = try doctor.emptyQuarantine()
        if vault == nil || count > 0 { result.repairs.append("permanently removed \(count) damaged items") }
    }

    private func removeCopies(_ doctor: borrowing Doctor, _ result: inout Result) throws(KeychainError) {
        let count = try doctor.removeCopies()
        if vault == nil || count > 0 { result.repairs.append("permanently removed \(count) copies of earlier repairs") }
    }
}
