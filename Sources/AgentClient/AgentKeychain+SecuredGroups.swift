import AgentProtocol
import KeychainServices

extension AgentKeychain {
    // Repeating it has no effect that matters, so it is not sent as a change.

    func reserve(group: String?, _ isReserved: Bool) throws(KeychainError) {
        try pool.perform(
            .reserveGroup(.with { ($0.group, $0.isReserved) = (group ?? "", isReserved) }), isChange: false)
    }
}
