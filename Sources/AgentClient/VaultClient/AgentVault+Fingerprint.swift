import AgentClient
import AgentProtocol
import KeychainServices
import PasswordVault
import Secrets

extension AgentVault: FingerprintVault {
    func fingerprintUnlock() throws(KeychainError) -> FingerprintUnlock {
        switch try state().fingerUnlock {
        case .ready: .ready
        case .needsPassword: .needsPassword
        case .notAllowed, .UNRECOGNIZED: .off
        }
    }

    func unlockByFingerprint(_ stop: FingerprintStop) throws(KeychainError) {
        try pool.perform(request(.unlockByFinger(.init())), stop.cancellation)
    }

    func allowFingerprint(_ password: borrowing SecretBytes) throws(KeychainError) {
        try password.withUnsafeBytes { (bytes) throws(KeychainError) in
            try perform(.fingerUnlock(.with { $0.isAllowed = true }), [bytes])
        }
    }

    func refuseFingerprint() throws(KeychainError) { try perform(.fingerUnlock(.init())) }
}
