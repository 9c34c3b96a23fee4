import Synchronization

/// Tells the user of this program that the agent asks a person before it does what the program has requested.
package enum PersonNotice {
    private static let shown = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets the function that is called when the agent begins to ask. It is called on the thread of the request.
    package static func whenAsking(_ show: @escaping @Sendable () -> Void) { shown.withLock { $0 = show } }

    static func show() { shown.withLock { $0 }?() }
}
