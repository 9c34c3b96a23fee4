/// The processor of Apple's devices whose keys cannot leave it. Linux has none.
///
/// Programs that check ``isAvailable`` first, as they should, work without it.
public enum SecureEnclave {
    /// Whether there is such a processor; always `false`.
    public static var isAvailable: Bool { false }
}
