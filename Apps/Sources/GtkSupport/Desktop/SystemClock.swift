import CGtk

/// Whether the machine's clock can be believed, as far as the kernel knows.
public enum SystemClock {
    /// Codes of most sites are taken up to a period of 30 seconds too early or too late.
    private static let mostErrorInSeconds = 15

    /// False: nothing keeps the clock right, and it may be off by more than one-time codes put up with.
    public static var isReliable: Bool { chatelaine_clock_error() < mostErrorInSeconds * 1_000_000 }
}
