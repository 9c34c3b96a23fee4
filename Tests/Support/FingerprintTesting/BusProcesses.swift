import CSystemd
import Glibc

/// The programs that a bus has started.
enum BusProcesses {
    /// Microseconds that the bus has to answer, and to notice that a program has ended.
    private static let timeout: UInt64 = 300_000_000
    private static let daemon = "org.freedesktop.DBus"

    /// Kills the owner of a name, if it has one, and waits until the bus has noticed.
    static func kill(_ name: String, on address: String) {
        guard let bus = connect(address) else { return }
        defer { sd_bus_close_unref(bus) }
        guard let owner = owner(of: name, on: bus) else { return }
        let isGone = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        isGone.initialize(to: false)
        defer { isGone.deallocate() }
        // The name of the connection itself is the last one that it loses, and no other connection gets it.
        let rule = "type='signal',sender='\(daemon)',interface='\(daemon)',member='NameOwnerChanged',arg0='\(owner)'"
        var slot: OpaquePointer?
        let result = sd_bus_add_match(
            bus, &slot, rule,
            { _, isGone, _ in
                isGone?.assumingMemoryBound(to: Bool.self).pointee = true
                return 0
            }, isGone)
        guard result >= 0 else { return }
        defer { sd_bus_slot_unref(slot) }
        // Asked for once the signal is subscribed to: the connection is still there, or there is nothing to wait for.
        guard let id = process(of: owner, on: bus), Glibc.kill(id, SIGKILL) == 0 || errno == ESRCH else { return }
        wait(on: bus, until: isGone)
    }

    private static func wait(on bus: OpaquePointer, until isDone: UnsafeMutablePointer<Bool>) {
        let deadline = ContinuousClock.now + .microseconds(timeout)
        while !isDone.pointee {
            let handled = sd_bus_process(bus, nil)
            guard handled >= 0 else { return }
            if handled > 0 { continue }
            let left = (deadline - ContinuousClock.now) / .microseconds(1)
            guard left > 0 else { return }
            let waited = sd_bus_wait(bus, UInt64(left))
            guard waited >= 0 || waited == -EINTR else { return }
        }
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

    /// The connection that has a name; nil: none.
    private static func owner(of name: String, on bus: OpaquePointer) -> String? {
        ask("GetNameOwner", name, on: bus) { answer in
            var owner: UnsafePointer<CChar>?
            let result = withUnsafeMutablePointer(to: &owner) {
                sd_bus_message_read_basic(answer, CChar(UInt8(ascii: "s")), $0)
            }
            return result > 0 ? owner.map { String(cString: $0) } : nil
        }
    }

    /// The process of a connection; nil if it has ended.
    private static func process(of connection: String, on bus: OpaquePointer) -> pid_t? {
        ask("GetConnectionUnixProcessID", connection, on: bus) { answer in
            var id: UInt32 = 0
            return sd_bus_message_read_basic(answer, CChar(UInt8(ascii: "u")), &id) > 0 ? pid_t(exactly: id) : nil
        }
    }

    /// Asks the bus about a name.
    ///
    /// - Parameter read: reads the answer.
    /// - Returns: what `read` returns; nil if the bus knows no such name.
    private static func ask<Value>(
        _ member: String, _ name: String, on bus: OpaquePointer, _ read: (OpaquePointer?) -> Value?
    ) -> Value? {
        var call: OpaquePointer?
        var answer: OpaquePointer?
        defer {
            sd_bus_message_unref(call)
            sd_bus_message_unref(answer)
        }
        guard
            sd_bus_message_new_method_call(bus, &call, daemon, "/org/freedesktop/DBus", daemon, member) >= 0,
            sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), name) >= 0,
            sd_bus_call(bus, call, timeout, nil, &answer) >= 0
        else { return nil }
        return read(answer)
    }
}
