import CSodium

/// Overwrites the part of this thread's stack that deeper calls have used: it holds copies of secrets that went through
/// registers and temporary values, which no other code can reach.
///
/// Covers 32 KiB, as deep as the calls of one operation go. Takes a microsecond.
/// Specified in: libsodium's documentation, "Secure memory".
public func wipeStack() { sodium_stackzero(32 << 10) }
