import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// A keychain that an agent serves.
struct AgentKeychain: KeychainService {
    let pool: ConnectionPool
    let accessGroups: AccessGroups
    /// Whether the agent would give this program more access after its user has entered the passcode.
    let wantsPasscodeShown: Bool

    /// `nil`, because the files belong to the agent.
    var path: String? { nil }

    /// Connects to an agent.
    ///
    /// - Throws: ``AgentNotRunning``, or a `KeychainError` if the agent refuses this program.
    init(path: String, groups: [String]) throws {
        pool = ConnectionPool(path: path, groups: groups)
        let welcome = try pool.connect()
        accessGroups = AccessGroups(welcome.groups + (welcome.wildcard ? ["*"] : []))
        wantsPasscodeShown = welcome.wantsTerminalGrant
    }

    private init(pool: ConnectionPool, accessGroups: AccessGroups) {
        self.pool = pool
        wantsPasscodeShown = false
        self.accessGroups = accessGroups
    }

    func with(accessGroups: AccessGroups) -> any KeychainService {
        AgentKeychain(pool: ConnectionPool(path: pool.path, groups: accessGroups.entries), accessGroups: accessGroups)
    }

    func close() {}

    // MARK: - Items

    func add(_ item: NewItem, with authentication: Authentication) throws(KeychainError) -> Item {
        let secrets = SecretPart(data: item.data, secretAttributes: item.secretAttributes)
        let shown = try wire(authentication)
        let body = WireRequest.OneOf_Body.add(
            .with {
                $0.item = WireNewItem(item, secrets)
                $0.authentication = shown
            })
        var added: Item?
        try secrets.withPieces { (pieces) throws(KeychainError) in
            try pool.withConnection(isChange: true) { connection in
                try connection.exchange(body, pieces) { reply, _, secret in
                    guard case .item(let item) = reply else { return false }
                    added = try Item(item, secret)
                    return true
                }
            }
        }
        guard let added else { throw .unreadable("no item") }
        return added
    }

    func add(
        contentsOf items: [NewItem], with authentication: Authentication
    ) throws(KeychainError) -> [PersistentReference] {
        guard !items.isEmpty else { return [] }
        let batch = WireAddBatch.with { $0.count = UInt32(clamping: items.count) }
        let shown = try wire(authentication)
        var references: [PersistentReference] = []
        try pool.withConnection(isChange: true) { connection in
            connection.beginRequest()
            try connection.sendPart(
                .addBatch(
                    .with {
                        $0 = batch
                        $0.authentication = shown
                    }), [])
            for item in items {
                let secrets = SecretPart(data: item.data, secretAttributes: item.secretAttributes)
                let part = WireRequest.OneOf_Body.addItem(.with { $0.item = WireNewItem(item, secrets) })
                try secrets.withPieces { try connection.sendPart(part, $0) }
            }
            try connection.receiveReplies { reply, _, _ in
                guard case .references(let answer) = reply else { return false }
                references += try answer.references.map { try PersistentReference(data: $0) }
                return references.count >= items.count
            }
        }
        return references
    }

    func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication
    ) throws(KeychainError) -> [Item] {
        let shown = try wire(authentication)
        let body = WireRequest.OneOf_Body.search(
            .with {
                $0.query = WireQuery(query)
                $0.parts = UInt32(parts.rawValue)
                $0.authentication = shown
            })
        return try pool.withConnection(isChange: false) { connection in
            var items: [Item] = []
            try connection.exchange(body, []) { reply, isLast, secret in
                switch reply {
                case .item(let item):
                    items.append(try Item(item, secret))
                    return isLast
                case .done: return true
                default: return false
                }
            }
            return items
        }
    }

    func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication
    ) throws(KeychainError) -> Int {
        let secrets = SecretPart(data: changes.newData, secretAttributes: changes.secretAttributes)
        var update = WireUpdate(query, changes, secrets)
        update.authentication = try wire(authentication)
        let body = WireRequest.OneOf_Body.update(update)
        return try secrets.withPieces { (pieces) throws(KeychainError) in try count(body, pieces, isChange: true) }
    }

    func delete(_ query: Query, leavesTombstones: Bool) throws(KeychainError) -> Int {
        let delete = WireDelete.with {
            $0.query = WireQuery(query)
            $0.leavesTombstones = leavesTombstones
        }
        return try count(.delete(delete), isChange: true)
    }

    /// Sends a request that is answered by a number.
    private func count(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool
    ) throws(KeychainError) -> Int {
        try pool.answer(to: body, secrets, isChange: isChange) {
            if case .count(let answer) = $0 { Int(clamping: answer.count) } else { nil }
        }
    }

    // MARK: - State

    func lockState() throws(KeychainError) -> LockState {
        try pool.answer(to: .lockState(.init()), isChange: false) {
            if case .lockState(let answer) = $0 { try LockState(wire: answer.state) } else { nil }
        }
    }

    func lock() throws(KeychainError) { try pool.perform(.lock(.init()), isChange: false) }

    func status() throws(KeychainError) -> Keychain.Status {
        try pool.answer(to: .status(.init()), isChange: false) {
            if case .status(let answer) = $0 { try answer.decoded() } else { nil }
        }
    }

    func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try count(.countNeedingPasscode(.init()), isChange: false)
    }

    func changes() -> AsyncStream<Void> { ChangeStream.make(pool) }
}
