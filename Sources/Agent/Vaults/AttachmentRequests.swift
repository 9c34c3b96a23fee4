import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault

/// Serves requests for the files that are attached to the items of a vault.
struct AttachmentRequests {
    /// Returns the work that attaches a file, or that takes over one part of it.
    ///
    /// - Parameter secret: the next part of the file.
    func attachFile(
        to vault: VaultTarget, _ attach: WireVaultRequest.Attach, _ secret: UnsafeRawBufferPointer, _ caller: Caller
    ) throws(KeychainError) -> Work {
        let id = try UUID(wire: attach.id)
        guard attach.isLast else {
            try vault.vaults.add(secret, of: caller.id)
            return Work(.immediate, log: .absent) { _ throws(KeychainError) in .done }
        }
        let content = vault.vaults.takeParts(of: caller.id)
        return Work(.writes) { _ throws(KeychainError) in
            var rest = content
            try vault().attach(to: id, name: attach.name, mediaType: attach.mediaType) { count in
                defer { rest = rest.dropFirst(count) }
                return rest.prefix(count)
            }
            return try .vaultItems([vault().item(id)])
        }
    }

    func work(
        for attachment: WireVaultRequest.Attachment, _ vault: VaultTarget
    ) throws(KeychainError) -> Work {
        let (item, id) = (try UUID(wire: attachment.id), try UUID(wire: attachment.attachment))
        return attachment.removes
            ? removeAttachment(id, of: item, vault) : readAttachment(id, of: item, chunk: attachment.chunk, vault)
    }

    private func readAttachment(_ id: UUID, of item: UUID, chunk: UInt32, _ vault: VaultTarget) -> Work {
        Work(.immediate) { _ throws(KeychainError) in
            .parts(.done(.init()), [try vault().chunk(Int(chunk), ofAttachment: id, of: item)])
        }
    }

    private func removeAttachment(_ id: UUID, of item: UUID, _ vault: VaultTarget) -> Work {
        Work(.writes) { _ throws(KeychainError) in
            try vault().removeAttachment(id, of: item)
            return .done
        }
    }
}
