import CSodium

/// libsodium, started. Every use of the library goes through here first.
enum Sodium {
    private static let started: Bool = sodium_init() >= 0

    /// Fails only where the system has no source of randomness; nothing sensible can be done without one.
    static func start() {
        precondition(started, "libsodium could not start: the system has no source of randomness")
    }
}
