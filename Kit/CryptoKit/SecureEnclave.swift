/// The processor that keeps keys to itself on Apple's devices. There is none here.
///
/// Programs that ask first, as they should, take the way without it.
public enum SecureEnclave {
    /// Whether there is such a processor: never.
    public static var isAvailable: Bool { false }
}
