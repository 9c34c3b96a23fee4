import CGtk

/// The reliability of the machine's clock, as far as the kernel knows it.
public enum SystemClock {
    /// The largest error that codes tolerate: most sites accept codes that are up to one period of 30 seconds early or late.
    private static let mostErrorInSeconds = 15

    /// Whether the clock is synchronised; if not, it may be off by more than one-time codes tolerate.
    public static var isReliable: Bool { chatelaine_clock_error() < mostErrorInSeconds * 1_000_000 }
}
