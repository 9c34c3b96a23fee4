import AgentProtocol
import AsymmetricKeys
import KeychainServices
import Secrets

extension AgentKeychain {
    func use(
        _ key: PersistentReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes {
        try request.checkSize()
        var use = WireUseKey(key, request)
        use.authentication = try wire(authentication)
        let input = SecretBytes(copying: request.input + request.parameters.sharedInfo)
        // Using a key changes nothing, so a request may be repeated.
        return try input.withUnsafeBytes { (input) throws(KeychainError) in
            try secret(answering: .useKey(use), [input], isChange: false, requiring: ProtocolVersion.keyUse)
        }
    }
}
