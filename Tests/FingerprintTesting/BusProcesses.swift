import CSystemd
import Glibc

/// The programs that a bus has started.
enum BusProcesses {
    /// Microseconds that the bus has to answer.
    private static let patience: UInt64 = 10_000_000

    /// Kills who owns a name, if somebody does, and waits until the bus has noticed.
    static func kill(_ name: String, on address: String) {
        guard let bus = connect(address) else { return }
        defer { sd_bus_close_unref(bus) }
        guard let id = process(name, on: bus), Glibc.kill(id, SIGKILL) == 0 else { return }
        let deadline = ContinuousClock.now + .seconds(5)
        // It is the child of another, so all that can be asked is whether the name is free.
        while process(name, on: bus) == id, ContinuousClock.now < deadline { poll(nil, 0, 1) }
    }

    private static func connect(_ address: String) -> OpaquePointer? {
        var new: OpaquePointer?
        guard sd_bus_new(&new) >= 0, let bus = new else { return nil }
        guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0 else {
            sd_bus_unref(bus)
            return nil
        }
        return bus
    }

    private static func process(_ name: String, on bus: OpaquePointer) -> pid_t? {
        var call: OpaquePointer?
        var answer: OpaquePointer?
        defer {
            sd_bus_message_unref(call)
            sd_bus_message_unref(answer)
        }
        let daemon = "org.freedesktop.DBus"
        let member = "GetConnectionUnixProcessID"
        guard
            sd_bus_message_new_method_call(bus, &call, daemon, "/org/freedesktop/DBus", daemon, member) >= 0,
            sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), name) >= 0,
            sd_bus_call(bus, call, patience, nil, &answer) >= 0
        else { return nil }
        var id: UInt32 = 0
        return sd_bus_message_read_basic(answer, CChar(UInt8(ascii: "u")), &id) > 0 ? pid_t(exactly: id) : nil
    }
}
