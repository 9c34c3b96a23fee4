import CSodium

/// Initialisation of libsodium. Every use of the library calls it first.
enum Sodium {
    private static let started: Bool = sodium_init() >= 0

    /// Initialises the library. Stops the process if the system has no source of randomness, since nothing secure can be done without.
    static func start() {
        guard started else { SecretMemory.end("libsodium could not start: the system has no source of randomness") }
    }
}
