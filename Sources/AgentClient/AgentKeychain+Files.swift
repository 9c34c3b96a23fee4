import AgentProtocol
import KeyManagement
import KeychainServices
import Secrets

extension AgentKeychain {
    // Repeating either request has no effect that matters, so neither is sent as a change.

    func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey {
        let request = WireWrapFileKey(fileClass, fileID: fileID, group: group)
        return try key.withUnsafeBytes { (bytes) throws(KeychainError) in
            try pool.answer(to: .wrapFileKey(request), [bytes], isChange: false) {
                if case .wrappedFileKey(let answer) = $0 { try answer.decoded() } else { nil }
            }
        }
    }

    func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes {
        try secret(answering: .unwrapFileKey(WireWrappedFileKey(wrapped)), isChange: false)
    }
}
