import CSodium

/// Overwrites what deeper calls have left on the stack of this thread: copies of secrets that went through registers and
/// temporary values, which nobody else can reach.
///
/// As far down as the calls of one operation go, 32 KiB. Takes a microsecond.
/// Specified in: libsodium's documentation, "Secure memory".
public func wipeStack() { sodium_stackzero(32 << 10) }
