import Glibc
import Synchronization

/// Running programs of which people are told something, as that they were replaced by an upgrade.
final class RunningPrograms: Sendable {
    private static let most = 100
    private let found = Mutex<[Int32: (path: String, what: String)]>([:])

    func note(_ program: Program, _ what: String) {
        found.withLock { found in
            if found.count >= Self.most { found = [:] }
            found[program.credentials.pid] = (program.path, what)
        }
    }

    func forget(_ program: Program) { found.withLock { $0[program.credentials.pid] = nil } }

    /// Notes for people on those that are still running.
    var notes: [String] {
        found.withLock { found in
            found = found.filter { kill($0.key, 0) == 0 || errno != ESRCH }
            return found.sorted { $0.key < $1.key }.map { "“\($0.value.path)” (process \($0.key)) \($0.value.what)" }
        }
    }
}
