import CGtk

/// The reliability of the machine's clock, as far as the kernel knows it.
public enum SystemClock {
    /// The largest error that codes tolerate: most sites accept codes that are up to one period of 30 seconds early or late.
    private static let mostErrorInSeconds = 15

    /// Whether the clock is right enough for one-time codes: it is synchronised, or its possible error is small enough.
    public static var isReliable: Bool { chatelaine_clock_error() < mostErrorInSeconds * 1_000_000 }
}
