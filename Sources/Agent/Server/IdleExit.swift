import KeychainServices

/// The timer that ends an agent after a time without a connection.
final class IdleExit: Sendable {
    let timer: Timer
    private let interval: UInt64

    /// - Parameter interval: in nanoseconds; 0 for never.
    init(interval: UInt64) throws(KeychainError) {
        timer = try Timer()
        self.interval = interval
    }

    func start() { timer.set(after: interval) }

    func stop() { timer.set(after: 0) }
}
