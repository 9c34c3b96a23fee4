import Glibc

/// The address of the system bus.
package struct SystemBusAddress: Hashable, Sendable {
    /// A D-Bus server address, or several with semicolons between.
    package let address: String

    /// Creates an address. One that is not a local socket is refused when it is used.
    package init(address: String) { self.address = address }

    /// The address of the system bus, or the one in `DBUS_SYSTEM_BUS_ADDRESS`.
    ///
    /// Specified in: D-Bus Specification, “Well-known Message Bus Instances”.
    package static var system: SystemBusAddress {
        let named = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        return SystemBusAddress(address: named.isEmpty ? "unix:path=/run/dbus/system_bus_socket" : named)
    }

    /// Whether every alternative is a local socket. Other transports start programs or use the network, and the peer could not be
    /// identified.
    package var isLocal: Bool {
        !address.contains("\0")
            && address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { $0.hasPrefix("unix:") }
    }
}
