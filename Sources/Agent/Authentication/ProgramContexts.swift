import KeychainServices
import Synchronization

/// The authentication contexts of programs, each of which lasts as long as the connection that the program has made for it.
final class ProgramContexts: Sendable {
    private struct Entry: Sendable {
        let context: AuthenticationContext
        /// The process that made it (``Program/process``): it is worth nothing to another.
        let process: String
        let connection: Poller.ID
    }

    private let entries = Mutex<[UInt64: Entry]>([:])

    /// Makes a context that ends with a connection.
    ///
    /// - Returns: its number, which is unlike that of any other context.
    /// - Throws: `.parameter` if the connection has one.
    func begin(
        _ context: AuthenticationContext, process: String, on connection: Poller.ID
    ) throws(KeychainError) -> UInt64 {
        let id = entries.withLock { entries -> UInt64? in
            guard !entries.values.contains(where: { $0.connection == connection }) else { return nil }
            var id: UInt64
            repeat { id = .random(in: 1...UInt64.max) } while entries[id] != nil
            entries[id] = Entry(context: context, process: process, connection: connection)
            return id
        }
        guard let id else { throw .unreadable("a second context on one connection") }
        return id
    }

    /// - Throws: `.authenticationFailed` if the process has no such context, or no more.
    func find(_ id: UInt64, process: String) throws(KeychainError) -> AuthenticationContext {
        guard let entry = entries.withLock({ $0[id] }), entry.process == process else {
            throw KeychainError(AuthenticationError(.invalidContext, "the context is invalid"))
        }
        return entry.context
    }

    /// - Throws: `.parameter` if the connection has none.
    func context(on connection: Poller.ID) throws(KeychainError) -> AuthenticationContext {
        guard let entry = entries.withLock({ $0.values.first { $0.connection == connection } }) else {
            throw .unreadable("a request for a context on a connection that has none")
        }
        return entry.context
    }

    /// Invalidates the context of a connection that has ended.
    func end(on connection: Poller.ID) {
        let ended = entries.withLock { entries -> AuthenticationContext? in
            guard let found = entries.first(where: { $0.value.connection == connection }) else { return nil }
            return entries.removeValue(forKey: found.key)?.context
        }
        ended?.invalidate()
    }

    func endAll() {
        let all = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.context)
        }
        for context in all { context.invalidate() }
    }
}
