import Glibc

/// The reason for which a bus could not be used.
package struct BusError: Error, Hashable {
    /// An errno value.
    package let code: Int32

    /// Whether another attempt with the same address would fail in the same way.
    var isPermanent: Bool { [EINVAL, E2BIG, ENAMETOOLONG, EAFNOSUPPORT].contains(code) }

    /// Throws an error for a negative result of a libsystemd function, a negated errno value.
    static func check(_ result: Int32) throws(BusError) {
        guard result >= 0 else { throw BusError(code: -result) }
    }
}
