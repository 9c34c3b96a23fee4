import Dispatch
import Foundation
import PasswordTools
import Synchronization

/// The estimates of passwords, each made once for a password and the words that are known with it.
enum WeakPasswords {
    /// The rating below which a password is strong enough is the one that a stolen file of slow hashes gives away.
    private static let weak: Set<StrengthEstimate.Rating> = [.veryWeak, .weak]

    private struct Job: Hashable {
        let tag: Data
        let words: [String]
    }

    /// Returns the ratings of weak passwords by the positions of their items.
    static func ratings(
        _ items: [HealthItem], _ groups: PasswordGroups, isCancelled: @Sendable () -> Bool
    ) -> [Int: StrengthEstimate.Rating] {
        var jobs: [Job: [Int]] = [:]
        for (position, item) in items.enumerated() {
            guard let tag = groups.tags[position] else { continue }
            jobs[Job(tag: tag, words: item.knownWords), default: []].append(position)
        }
        let list = jobs.map { (words: $0.key.words, positions: $0.value) }
        let found = Mutex<[Int: StrengthEstimate.Rating]>([:])
        let share = 64
        DispatchQueue.concurrentPerform(iterations: (list.count + share - 1) / share) { number in
            guard !isCancelled() else { return }
            var mine: [Int: StrengthEstimate.Rating] = [:]
            for (words, positions) in list[(number * share)..<min(list.count, (number + 1) * share)] {
                guard let first = positions.first, let password = items[first].password else { continue }
                let rating = StrengthEstimate(of: password.copy(), knowing: words).rating
                guard weak.contains(rating) else { continue }
                for position in positions { mine[position] = rating }
            }
            found.withLock { $0.merge(mine) { one, _ in one } }
        }
        return found.withLock { $0 }
    }
}
