import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// Helpers for requests and their replies.
extension AgentVault {
    func request(_ operation: Operation) -> WireRequest.OneOf_Body {
        .vault(.with { ($0.vault, $0.operation) = (name, operation) })
    }

    /// Sends a request that is answered without content.
    func perform(_ operation: Operation, _ secrets: [UnsafeRawBufferPointer] = []) throws(KeychainError) {
        try pool.perform(request(operation), secrets, isChange: true)
    }

    func exchange(
        _ operation: Operation, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool,
        _ receiver: (_ reply: WireReply.OneOf_Body, _ secret: UnsafeRawBufferPointer) throws -> Bool
    ) throws(KeychainError) {
        try pool.withConnection(isChange: isChange) { connection in
            try connection.exchange(request(operation), secrets) { reply, _, secret in try receiver(reply, secret) }
        }
    }

    func names(_ operation: Operation) throws(KeychainError) -> [String] {
        try pool.answer(to: request(operation), isChange: false) {
            if case .vault(let reply) = $0, case .names(let answer)? = reply.content { answer.names } else { nil }
        }
    }

    func count(_ operation: Operation, isChange: Bool) throws(KeychainError) -> Int {
        try pool.answer(to: request(operation), isChange: isChange) {
            if case .count(let answer) = $0 { Int(clamping: answer.count) } else { nil }
        }
    }

    func items(_ operation: Operation, _ content: Data = Data(), isChange: Bool) throws(KeychainError) -> [VaultItem] {
        var items: [VaultItem]?
        try content.withUnsafeBytes { bytes in
            Result { () throws(KeychainError) in
                try exchange(operation, bytes.isEmpty ? [] : [bytes], isChange: isChange) { reply, secret in
                    guard case .vault(let reply) = reply, case .items? = reply.content else { return false }
                    items = try ItemList.decode(secret)
                    return true
                }
            }
        }.get()
        guard let items else { throw Self.unreadable }
        return items
    }

    func item(_ operation: Operation, _ content: Data = Data(), isChange: Bool) throws(KeychainError) -> VaultItem {
        guard let item = try items(operation, content, isChange: isChange).first else { throw Self.unreadable }
        return item
    }

    static var unreadable: KeychainError {
        KeychainError(
            .notAvailable, "the agent's answer cannot be read", remedy: "upgrade chatelaine and restart the agent")
    }
}

extension WireVaultFilter {
    init(_ filter: VaultFilter) {
        self.init()
        place = filter.place?.rawValue ?? ""
        kind = filter.kind?.number ?? 0
        if let tag = filter.tag { self.tag = tag }
        onlyFavourites = filter.onlyFavourites
    }
}
