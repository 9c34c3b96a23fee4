import AgentProtocol
import Dispatch
import Foundation
import KeychainServices

/// A stream of the changes that an agent reports.
enum ChangeStream {
    /// Creates a stream that ends when the agent does.
    static func make(_ pool: ConnectionPool) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let connection = try? AgentConnection(path: pool.path, groups: pool.groups) else {
                return continuation.finish()
            }
            let descriptor = connection.descriptor
            continuation.onTermination = { _ in shutdown(descriptor, Int32(SHUT_RDWR)) }
            // A separate thread, which waits in the kernel: nothing polls.
            Thread.detachNewThread {
                try? connection.exchange(.watch(.init()), []) { reply, _, _ in
                    if case .changed = reply { continuation.yield() }
                    return false
                }
                continuation.onTermination = nil
                continuation.finish()
            }
        }
    }
}
