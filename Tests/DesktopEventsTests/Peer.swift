import BusTesting
import CSystemd
import Glibc
import Testing

/// A program on a bus: owns names, sends signals and answers calls. Blocks, but never for ever.
final class Peer {
    private let bus: OpaquePointer
    private static let timeout: UInt64 = 20_000_000

    struct Failure: Error {
        let code: Int32
    }

    init(_ address: String, owning name: String? = nil) throws {
        var new: OpaquePointer?
        try Self.check(sd_bus_new(&new))
        bus = try #require(new)
        try Self.check(sd_bus_set_address(bus, address))
        try Self.check(sd_bus_set_bus_client(bus, 1))
        try Self.check(sd_bus_negotiate_fds(bus, 1))
        try Self.check(sd_bus_start(bus))
        if let name { try own(name) }
    }

    convenience init(_ bus: BusDaemon, owning name: String? = nil) throws { try self.init(bus.address, owning: name) }

    deinit { sd_bus_close_unref(bus) }

    func own(_ name: String) throws { try Self.check(sd_bus_request_name(bus, name, 0)) }
    func disown(_ name: String) throws { try Self.check(sd_bus_release_name(bus, name)) }

    var uniqueName: String {
        get throws {
            var name: UnsafePointer<CChar>?
            try Self.check(sd_bus_get_unique_name(bus, &name))
            return String(cString: try #require(name))
        }
    }

    /// Sends a signal and returns when the daemon has passed it on.
    ///
    /// - Parameter destination: nil for all who asked for it.
    func emit(
        _ interface: String, _ member: String, path: String = "/test", to destination: String? = nil,
        _ append: (OpaquePointer) throws -> Void = { _ in }
    ) throws {
        var message: OpaquePointer?
        try Self.check(sd_bus_message_new_signal(bus, &message, path, interface, member))
        defer { sd_bus_message_unref(message) }
        let signal = try #require(message)
        try append(signal)
        if let destination { try Self.check(sd_bus_message_set_destination(signal, destination)) }
        try Self.check(sd_bus_send(bus, signal, nil))
        _ = try ask("GetId") { _ in }
    }

    func emit(_ interface: String, _ member: String, _ value: Bool, to destination: String? = nil) throws {
        try emit(interface, member, to: destination) { try Self.append(value, to: $0) }
    }

    /// The unique names of all other connections.
    func others() throws -> [String] {
        let own = try uniqueName
        return try ask("ListNames") { answer in
            var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            try Self.check(sd_bus_message_read_strv(answer, &list))
            var names: [String] = []
            var next = list
            while let name = next?.pointee {
                names.append(String(cString: name))
                free(name)
                next = next?.advanced(by: 1)
            }
            free(list)
            return names.filter { $0.hasPrefix(":") && $0 != own }
        }
    }

    private func ask<Answer>(_ member: String, _ read: (OpaquePointer) throws -> Answer) throws -> Answer {
        var call: OpaquePointer?
        var answer: OpaquePointer?
        let daemon = "org.freedesktop.DBus"
        try Self.check(sd_bus_message_new_method_call(bus, &call, daemon, "/org/freedesktop/DBus", daemon, member))
        defer { sd_bus_message_unref(call) }
        try Self.check(sd_bus_call(bus, call, Self.timeout, nil, &answer))
        defer { sd_bus_message_unref(answer) }
        return try read(try #require(answer))
    }

    /// Answers the next call of `member`; everything else that comes until then is left unanswered.
    ///
    /// - Parameter reply: gets the call and sends the answer.
    func answer(_ member: String, _ reply: (OpaquePointer) throws -> Void) throws {
        while true {
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            try Self.check(result)
            defer { sd_bus_message_unref(message) }
            if let message, sd_bus_message_is_method_call(message, nil, member) > 0 {
                try reply(message)
                try Self.check(sd_bus_flush(bus))
                return
            }
            if result == 0 { try #require(sd_bus_wait(bus, Self.timeout) > 0, "no program calls \(member)") }
        }
    }

    static func check(_ result: Int32) throws {
        if result < 0 { throw Failure(code: -result) }
    }

    static func append(_ value: Bool, to message: OpaquePointer) throws {
        var number: Int32 = value ? 1 : 0
        try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &number))
    }

    static func append(_ text: String, to message: OpaquePointer) throws {
        try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text))
    }
}
