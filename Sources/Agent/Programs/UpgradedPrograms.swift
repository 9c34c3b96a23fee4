import Glibc
import Synchronization

/// The running programs that were replaced by an upgrade: they get no new connection before they are started again.
final class UpgradedPrograms: Sendable {
    private static let most = 100
    private let paths = Mutex<[Int32: String]>([:])

    func note(_ program: Program) {
        paths.withLock { paths in
            if paths.count >= Self.most { paths = [:] }
            paths[program.credentials.pid] = program.path
        }
    }

    /// Notes for people on those that are still running.
    var notes: [String] {
        paths.withLock { paths in
            paths = paths.filter { kill($0.key, 0) == 0 || errno != ESRCH }
            return paths.sorted { $0.key < $1.key }.map {
                "“\($0.value)” (process \($0.key)) was replaced, start it again"
            }
        }
    }
}
