/// The number of times that a keychain has been locked by this process.
///
/// Whatever unlocks the keychain takes it before it begins, and does not install keys if it is another when it is done: a lock wins over
/// everything that was under way.
package struct LockEpoch: Equatable, Sendable {
    private var count: UInt64 = 0

    mutating func advance() { count &+= 1 }
}
