import Foundation

/// The addresses of the buses.
///
/// Specified in: D-Bus Specification, "Server Addresses" and "Well-known Message Bus Instances".
enum BusAddress {
    static func system(_ environment: [String: String]) -> String {
        named("DBUS_SYSTEM_BUS_ADDRESS", environment) ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Returns the address of the user's bus, or `nil` if the environment does not contain it.
    static func session(_ environment: [String: String]) -> String? {
        if let named = named("DBUS_SESSION_BUS_ADDRESS", environment) { return named }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        return "unix:path=" + escaped(directory + "/bus")
    }

    /// Whether every alternative of an address is a local socket. Other transports start programs or use the network: neither is a trusted
    /// source for the event that a desktop was locked.
    static func isLocal(_ address: String) -> Bool {
        let alternatives = address.split(separator: ";", omittingEmptySubsequences: false)
        return alternatives.allSatisfy { $0.hasPrefix("unix:") }
    }

    /// Returns the paths of the sockets in an address, as far as they are in the file system.
    static func socketPaths(_ address: String) -> [String] {
        address.split(separator: ";").compactMap { alternative in
            let values = alternative.dropFirst("unix:".count).split(separator: ",")
            return values.first { $0.hasPrefix("path=") }.flatMap {
                $0.dropFirst("path=".count).removingPercentEncoding
            }
        }
    }

    private static func named(_ variable: String, _ environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
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
