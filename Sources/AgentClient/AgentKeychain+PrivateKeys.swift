import AgentProtocol
import AsymmetricKeys
import KeychainServices
import Secrets

extension AgentKeychain {
    func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes {
        try request.checkSize()
        var use = WireUseKey(key, request)
        use.authentication = try wire(authentication)
        // A key in hardware that is no item, which an earlier release would take for a missing reference.
        var feature = ProtocolVersion.keyUse
        if case .sealed = key { feature = ProtocolVersion.hardwareKeys }
        let input = SecretBytes(copying: request.input + request.parameters.sharedInfo)
        // Using a key changes nothing, so a request may be repeated.
        return try input.withUnsafeBytes { (input) throws(KeychainError) in
            try secret(answering: .useKey(use), [input], isChange: false, requiring: feature)
        }
    }

    func makeKey(
        _ item: NewItem, isPermanent: Bool, with authentication: Authentication
    ) throws(KeychainError) -> MadeKey {
        let shown = try wire(authentication)
        let body = WireRequest.OneOf_Body.makeKey(
            .with {
                $0.item = WireNewItem(item, SecretPart(data: nil, secretAttributes: [:]))
                $0.isPermanent = isPermanent
                $0.authentication = shown
            })
        var made: MadeKey?
        try pool.withConnection(isChange: true) { connection in
            try connection.require(ProtocolVersion.hardwareKeys)
            try connection.exchange(body, []) { reply, _, _ in
                guard case .madeKey(let key) = reply else { return false }
                made = try key.decoded()
                return true
            }
        }
        guard let made else { throw .unreadable("no key") }
        return made
    }
}
