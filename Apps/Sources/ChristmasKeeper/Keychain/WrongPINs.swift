import Foundation

/// The number of wrong PINs in a row, and the resulting wait.
struct WrongPINs: Codable, Equatable, Sendable {
    /// The number of wrong PINs after which the user has to wait.
    static let free = 5
    static let firstWait: TimeInterval = 30
    /// The upper limit of the wait, which keeps the number in range.
    static let longestWait: TimeInterval = 24 * 60 * 60

    private(set) var count = 0
    private(set) var last: Date?

    /// Counts one more wrong PIN.
    mutating func add(at now: Date) {
        count = min(count, 1_000) + 1
        last = now
    }

    /// The seconds from a wrong PIN until the next may be entered.
    private var pause: TimeInterval {
        guard count >= Self.free else { return 0 }
        let doublings = min(count - Self.free, 20)
        return min(Self.longestWait, Self.firstWait * TimeInterval(1 << doublings))
    }

    /// Returns the seconds until the next PIN may be entered; 0 if it may be entered now.
    func wait(at now: Date) -> TimeInterval {
        guard let last else { return 0 }
        // A clock that was set back does not make the wait longer than planned.
        return max(0, min(pause, last.addingTimeInterval(pause).timeIntervalSince(now)))
    }

    // MARK: - Storage

    /// Returns the stored count; none if it cannot be read.
    static func kept() throws(KeychainFailure) -> WrongPINs {
        guard let data = try KeychainItem.wrongPINs.read() else { return WrongPINs() }
        // A program that can write the item can also delete it.
        return (try? JSONDecoder().decode(WrongPINs.self, from: data)) ?? WrongPINs()
    }

    func keep() throws(KeychainFailure) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try KeychainItem.wrongPINs.store(data)
    }
}
