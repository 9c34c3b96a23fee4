import Foundation

/// How often a wrong PIN was given in a row, and how long to wait for it.
struct WrongPINs: Codable, Equatable, Sendable {
    /// So many are nothing to wait for but the last.
    static let free = 5
    static let firstWait: TimeInterval = 30
    /// Longer than anybody waits; shorter than what no number says any more.
    static let longestWait: TimeInterval = 24 * 60 * 60

    private(set) var count = 0
    private(set) var last: Date?

    /// Counts one more.
    mutating func add(at now: Date) {
        count = min(count, 1_000) + 1
        last = now
    }

    /// Seconds from a wrong PIN until the next may be given.
    private var pause: TimeInterval {
        guard count >= Self.free else { return 0 }
        let doublings = min(count - Self.free, 20)
        return min(Self.longestWait, Self.firstWait * TimeInterval(1 << doublings))
    }

    /// Seconds until the next PIN may be given; 0: now.
    func wait(at now: Date) -> TimeInterval {
        guard let last else { return 0 }
        // A clock that was put back does not make it longer than it was to be.
        return max(0, min(pause, last.addingTimeInterval(pause).timeIntervalSince(now)))
    }

    // MARK: - As they are kept

    /// Those that are kept; none if that is not readable.
    static func kept() throws(KeychainFailure) -> WrongPINs {
        guard let data = try KeychainItem.wrongPINs.read() else { return WrongPINs() }
        // Who can write there can also take it away.
        return (try? JSONDecoder().decode(WrongPINs.self, from: data)) ?? WrongPINs()
    }

    func keep() throws(KeychainFailure) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try KeychainItem.wrongPINs.store(data)
    }
}
