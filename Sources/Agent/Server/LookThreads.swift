import Foundation
import Synchronization

/// The threads on which programs are looked at.
///
/// A look reads files that the program chooses, which may lie on a file system that never answers. The threads that serve all
/// connections must not wait for that, so each look has a thread of its own, and a process only a few of them at a time.
final class LookThreads: Sendable {
    typealias Look = @Sendable () -> Void

    private struct Share {
        var running = 0
        var waiting: [Look] = []
    }

    /// The most looks at one process at a time: a program with several connections is served without waiting for itself.
    private static let mostOfProcess = 4
    private let shares = Mutex<[ConnectionShares.Owner: Share]>([:])

    /// Runs a look on a thread of its own, as soon as few enough of the same process are under way.
    func run(for owner: ConnectionShares.Owner, _ look: @escaping Look) {
        let starts = shares.withLock { shares in
            guard shares[owner, default: Share()].running < Self.mostOfProcess else {
                shares[owner, default: Share()].waiting.append(look)
                return false
            }
            shares[owner, default: Share()].running += 1
            return true
        }
        guard starts else { return }
        Thread.detachNewThread { [self] in
            var next: Look? = look
            while let look = next {
                look()
                next = takeNext(for: owner)
            }
        }
    }

    /// Returns the look that has waited longest; `nil` if none does, and then the thread ends.
    private func takeNext(for owner: ConnectionShares.Owner) -> Look? {
        shares.withLock { shares in
            guard var share = shares[owner] else { return nil }
            let next = share.waiting.isEmpty ? nil : share.waiting.removeFirst()
            if next == nil { share.running -= 1 }
            shares[owner] = share.running > 0 ? share : nil
            return next
        }
    }
}
