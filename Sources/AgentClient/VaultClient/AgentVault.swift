import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// A vault that is open in the agent.
struct AgentVault: VaultService {
    typealias Operation = WireVaultRequest.OneOf_Operation

    let name: String
    let pool: ConnectionPool
    /// Whether an unlock is valid for this process alone.
    var forProcessAlone = false

    // MARK: - Lock and password

    func isUnlocked() throws(KeychainError) -> Bool { try state().isUnlocked }

    func unlock(_ password: borrowing SecretBytes) throws(KeychainError) {
        try password.withUnsafeBytes { (bytes) throws(KeychainError) in
            let unlock = WireVaultRequest.Unlock.with { $0.forProcessAlone = forProcessAlone }
            try pool.perform(request(.unlock(unlock)), [bytes], isChange: false)
        }
    }

    func lock() throws(KeychainError) { try pool.perform(request(.lock(.init())), isChange: false) }

    func passwordDerivation() throws(KeychainError) -> VaultPassword {
        let state = try state()
        guard let derivation = VaultPassword.Derivation(rawValue: state.derivation) else { throw Self.unreadable }
        return VaultPassword(
            derivation: derivation, passes: state.passes, memory: state.memory == 0 ? nil : Int(clamping: state.memory))
    }

    func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, derivation: VaultPassword.Derivation,
        compromised: Bool
    ) throws(KeychainError) {
        let change = WireVaultRequest.ChangePassword.with {
            $0.firstLength = UInt32(clamping: old.count)
            $0.derivation = derivation.rawValue
            $0.compromised = compromised
        }
        try old.withUnsafeBytes { (old) throws(KeychainError) in
            try new.withUnsafeBytes { (new) throws(KeychainError) in try perform(.changePassword(change), [old, new]) }
        }
    }

    func makeRecoveryKey() throws(KeychainError) -> SecretBytes {
        let key = Box()
        try exchange(.makeRecoveryKey(.init()), isChange: true) { reply, secret in
            guard case .done = reply else { return false }
            key.secret = SecretBytes(copying: secret)
            return true
        }
        guard let key = key.secret.take() else { throw Self.unreadable }
        return key
    }

    func confirmRecoveryKey(_ text: borrowing SecretBytes) throws(KeychainError) {
        try text.withUnsafeBytes { (text) throws(KeychainError) in
            try pool.confirm(request(.makeRecoveryKey(.init())), text)
        }
    }

    func addServiceAccount(_ account: ServiceAccount) throws(KeychainError) {
        try perform(
            .addServiceAccount(
                .with {
                    ($0.id, $0.name, $0.publicKey) = (account.id, account.name, account.publicKey)
                    $0.items = account.items.map(\.data)
                    ($0.created, $0.expires) = (account.created, account.expires)
                }))
    }

    private final class Box {
        var secret: SecretBytes?
    }

    func state() throws(KeychainError) -> WireVaultReply.State {
        try pool.answer(to: request(.state(.init())), isChange: false) {
            if case .vault(let reply) = $0, case .state(let state)? = reply.content { state } else { nil }
        }
    }

    // MARK: - Reading

    func overviews(_ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview] {
        try search("", filter, limit: limit)
    }

    func search(_ text: String, _ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview] {
        guard limit > 0 else { return [] }
        return try overviews(
            .with {
                $0.text = text
                $0.filter = WireVaultFilter(filter)
                $0.limit = limit == .max ? 0 : UInt64(clamping: limit)
            })
    }

    func candidates(_ filter: VaultFilter, for site: WebsiteHint) throws(KeychainError) -> [Overview] {
        try overviews(
            .with {
                $0.filter = WireVaultFilter(filter)
                guard !site.admitsAll else { return }
                $0.site = .with { ($0.names, $0.openRules) = (site.names, site.openRules) }
            })
    }

    private func overviews(_ search: WireVaultRequest.Search) throws(KeychainError) -> [Overview] {
        var overviews: [Overview] = []
        try pool.withConnection(isChange: false) { connection in
            try connection.exchange(request(.search(search)), []) { reply, isLast, secret in
                guard case .vault(let reply) = reply, case .overviews? = reply.content else { return false }
                guard let part = OverviewCoding.decodeAll(Data(wipedWhenFreed: secret)) else { throw Self.unreadable }
                overviews += part
                return isLast
            }
        }
        return overviews
    }

    func count() throws(KeychainError) -> Int { try count(.count(.init()), isChange: false) }

    func isComplete() throws(KeychainError) -> Bool { try !state().isIncomplete }

    func tags() throws(KeychainError) -> [String] { try names(.tags(.init())) }

    func item(_ id: UUID) throws(KeychainError) -> VaultItem { try item(.item(id.data), isChange: false) }

    // MARK: - Changing

    func save(_ item: VaultItem) throws(KeychainError) -> VaultItem {
        let content = try ItemList.encode([item])
        return try self.item(.save(.init()), content, isChange: true)
    }

    func add(contentsOf items: [VaultItem]) throws(KeychainError) -> [VaultItem] {
        try self.items(.save(.with { $0.adds = true }), ItemList.encode(items), isChange: true)
    }

    func duplicate(_ id: UUID, title: String) throws(KeychainError) -> VaultItem {
        let duplicate = WireVaultRequest.Duplicate.with {
            $0.id = id.data
            $0.title = title
        }
        return try item(.duplicate(duplicate), isChange: true)
    }

    func archive(_ id: UUID, _ isArchived: Bool) throws(KeychainError) {
        try mark(id, isArchived ? .archive : .unarchive)
    }

    func trash(_ id: UUID) throws(KeychainError) { try mark(id, .trash) }
    func restore(_ id: UUID) throws(KeychainError) { try mark(id, .restore) }
    func purge(_ id: UUID) throws(KeychainError) { try mark(id, .purge) }

    private func mark(_ id: UUID, _ change: WireVaultRequest.Mark.Change) throws(KeychainError) {
        let mark = WireVaultRequest.Mark.with {
            $0.id = id.data
            $0.change = change
        }
        try perform(.mark(mark))
    }

    func emptyTrash() throws(KeychainError) -> Int { try count(.emptyTrash(.init()), isChange: true) }

    func move(_ id: UUID, toVault name: String) throws(KeychainError) {
        let move = WireVaultRequest.Move.with {
            $0.id = id.data
            $0.to = name
        }
        try perform(.move(move))
    }

    // MARK: - Attachments

    func attach(
        to id: UUID, name: String, mediaType: String, reading read: (_ atMost: Int) throws -> Data
    ) throws(KeychainError) -> PasswordVault.Attachment {
        var found: VaultItem?
        try pool.withConnection(isChange: true) { connection in
            while true {
                let part = try read(1 << 20)
                let attach = WireVaultRequest.Attach.with {
                    $0.id = id.data
                    ($0.name, $0.mediaType, $0.isLast) = (name, mediaType, part.isEmpty)
                }
                try part.withUnsafeBytes { bytes in
                    try connection.exchange(request(.attach(attach)), [bytes]) { reply, _, secret in
                        if case .vault(let reply) = reply, case .items? = reply.content {
                            found = try ItemList.decode(secret).first
                            return true
                        }
                        if case .done = reply { return true }
                        return false
                    }
                }
                if part.isEmpty { return }
            }
        }
        guard let attachment = found?.attachments.last else { throw Self.unreadable }
        return attachment
    }

    func readAttachment(
        _ attachmentID: UUID, of id: UUID, to write: (Data) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard let attachment = try item(id).attachments.first(where: { $0.id == attachmentID }) else {
            throw KeychainError(.itemNotFound, "the item has no such attachment")
        }
        var (left, chunk) = (attachment.size, UInt32(0))
        while left > 0 {
            var data = Data()
            try exchange(.attachment(Self.attachment(attachmentID, id, chunk: chunk)), isChange: false) {
                reply, secret in
                guard case .done = reply else { return false }
                data = Data(wipedWhenFreed: secret)
                return true
            }
            guard !data.isEmpty, data.count <= left else { throw Self.unreadable }
            try write(data)
            left -= data.count
            chunk += 1
        }
    }

    func removeAttachment(_ attachmentID: UUID, of id: UUID) throws(KeychainError) {
        var attachment = Self.attachment(attachmentID, id, chunk: 0)
        attachment.removes = true
        try perform(.attachment(attachment))
    }

    private static func attachment(_ attachment: UUID, _ id: UUID, chunk: UInt32) -> WireVaultRequest.Attachment {
        .with { ($0.id, $0.attachment, $0.chunk) = (id.data, attachment.data, chunk) }
    }
}
