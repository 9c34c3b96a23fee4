import Glibc

/// An open descriptor that closes itself.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes ownership of a descriptor; `nil` for the -1 of a failed call.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}

/// Repeats a system call while a signal interrupts it.
package func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
