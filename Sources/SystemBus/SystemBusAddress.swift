import Glibc

/// Where the system's daemons are looked for.
package struct SystemBusAddress: Hashable, Sendable {
    /// A D-Bus server address, or several with semicolons between.
    package let address: String

    /// A bus at an address. One that is no local socket is refused when it is used.
    package init(address: String) { self.address = address }

    /// The system's bus, or the one that `DBUS_SYSTEM_BUS_ADDRESS` names.
    ///
    /// Specified in: D-Bus Specification, “Well-known Message Bus Instances”.
    package static var system: SystemBusAddress {
        let named = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        return SystemBusAddress(address: named.isEmpty ? "unix:path=/run/dbus/system_bus_socket" : named)
    }

    /// Whether every alternative is a local socket. The others start programs or cross the network, and nobody could say
    /// who is at the other end.
    package var isLocal: Bool {
        !address.contains("\0")
            && address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { $0.hasPrefix("unix:") }
    }
}
