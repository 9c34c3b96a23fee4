import Glibc

/// The reason why a bus cannot be used.
package struct BusError: Error, Hashable {
    /// An errno value.
    package let code: Int32

    /// Whether another attempt with the same address would end the same way.
    var isPermanent: Bool { [EINVAL, E2BIG, ENAMETOOLONG, EAFNOSUPPORT].contains(code) }

    /// Turns what a function of libsystemd returns, an errno value with its sign changed, into an error.
    static func check(_ result: Int32) throws(BusError) {
        guard result >= 0 else { throw BusError(code: -result) }
    }
}
