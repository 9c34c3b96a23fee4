import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault

extension AgentVault {
    /// The bytes of items in one frame.
    private static let partSize = 4 << 20

    func bring(_ items: [ArrivingItem], progress: (Int) throws -> Void) throws {
        let callers = CallersErrors()
        do throws(KeychainError) {
            // The agent forgets what has arrived when the connection ends.
            try pool.withNewConnection { connection in
                try callers.keep { try send(items, on: connection, progress) }
            }
        } catch {
            throw callers.error ?? error
        }
    }

    /// The errors of files and of an interruption, which are none of the agent's.
    private final class CallersErrors {
        private(set) var error: (any Error)?

        func keep(_ body: () throws -> Void) throws {
            do { try body() } catch {
                if !(error is KeychainError || error is AgentConnection.Interruption) { self.error = error }
                throw error
            }
        }
    }

    private func send(
        _ items: [ArrivingItem], on connection: AgentConnection, _ progress: (Int) throws -> Void
    ) throws {
        var (part, replaced, size) = ([VaultItem](), [Int64](), 0)
        for (number, arriving) in items.enumerated() {
            var item = arriving.item
            for file in arriving.files { try item.attachments.append(send(file, on: connection)) }
            size += try ItemCoding.encode(item).count
            part.append(item)
            replaced.append(arriving.replaces?.microseconds ?? 0)
            if size >= Self.partSize {
                try send(part, replaced, isLast: false, on: connection)
                (part, replaced, size) = ([], [], 0)
            }
            try progress(number + 1)
        }
        try send(part, replaced, isLast: true, on: connection)
    }

    private func send(_ file: ArrivingFile, on connection: AgentConnection) throws -> PasswordVault.Attachment {
        let id = UUID()
        return try file.chunks(as: id) { data, number in
            let request = WireVaultRequest.ArrivingFile.with {
                ($0.attachment, $0.chunk) = (id.data, UInt32(clamping: number))
            }
            try exchange(.arrivingFile(request), data, on: connection)
        }
    }

    private func send(
        _ items: [VaultItem], _ replaced: [Int64], isLast: Bool, on connection: AgentConnection
    ) throws {
        let request = WireVaultRequest.ArrivingItems.with { ($0.replaced, $0.isLast) = (replaced, isLast) }
        try exchange(.arrivingItems(request), ItemList.encode(items), on: connection)
    }

    private func exchange(_ operation: Operation, _ content: Data, on connection: AgentConnection) throws {
        try content.withUnsafeBytes { bytes in
            try connection.exchange(request(operation), bytes.isEmpty ? [] : [bytes]) { reply, _, _ in
                switch reply {
                case .done, .count: true
                default: false
                }
            }
        }
    }
}
