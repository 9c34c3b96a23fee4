import Foundation
import LinuxSupport

/// The address of a bus: a D-Bus server address, or several separated by semicolons.
///
/// Specified in: D-Bus Specification, "Server Addresses" and "Well-known Message Bus Instances".
package struct BusAddress: Hashable, Sendable {
    package let address: String

    package init(_ address: String) { self.address = address }

    /// Returns the address of the system's bus, or the one that `DBUS_SYSTEM_BUS_ADDRESS` names.
    package static func system(_ variable: UserDirectories.Variable = UserDirectories.ofProcess) -> BusAddress {
        named("DBUS_SYSTEM_BUS_ADDRESS", variable) ?? BusAddress("unix:path=/run/dbus/system_bus_socket")
    }

    /// Returns the address of the user's bus: the one that `DBUS_SESSION_BUS_ADDRESS` names, or `bus` in `XDG_RUNTIME_DIR`; nil if neither
    /// is set.
    package static func session(
        _ variable: @escaping UserDirectories.Variable = UserDirectories.ofProcess
    ) -> BusAddress? {
        if let named = named("DBUS_SESSION_BUS_ADDRESS", variable) { return named }
        return UserDirectories(variable).absolute("XDG_RUNTIME_DIR").map {
            BusAddress("unix:path=" + escaped($0 + "/bus"))
        }
    }

    /// Whether every alternative is a local socket. The others start programs or cross the network, so that it is unknown which user's
    /// process is at the other end.
    package var isLocal: Bool {
        !address.contains("\0")
            && address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { $0.hasPrefix("unix:") }
    }

    /// The paths of the address's sockets that are in directories.
    package var socketPaths: [String] {
        address.split(separator: ";").compactMap { alternative in
            let values = alternative.dropFirst("unix:".count).split(separator: ",")
            return values.first { $0.hasPrefix("path=") }.flatMap {
                $0.dropFirst("path=".count).removingPercentEncoding
            }
        }
    }

    private static func named(_ name: String, _ variable: UserDirectories.Variable) -> BusAddress? {
        variable(name).flatMap { $0.isEmpty ? nil : BusAddress($0) }
    }

    /// Returns a value in the escaped form of addresses: every byte but a few as `%` and two digits.
    static func escaped(_ value: String) -> String {
        var result = ""
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}
