import BusTesting
import CSystemd
import ClipboardTesting
import Testing

/// A session bus of a test's own, with a screen saver that can lock.
final class ScreenLock {
    private static let name = "org.freedesktop.ScreenSaver"
    private static let timeout: UInt64 = 300_000_000

    private let daemon: BusDaemon
    private let bus: OpaquePointer

    /// What programs find the bus by.
    let environment: [String: String]

    init() throws {
        daemon = try BusDaemon(.open(.session))
        environment = ["DBUS_SESSION_BUS_ADDRESS": daemon.address]
        var new: OpaquePointer?
        try #require(sd_bus_new(&new) >= 0)
        bus = try #require(new)
        try #require(sd_bus_set_address(bus, daemon.address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0)
        try #require(sd_bus_start(bus) >= 0 && sd_bus_request_name(bus, Self.name, 0) >= 0)
    }

    deinit { sd_bus_close_unref(bus) }

    func lock() throws {
        var message: OpaquePointer?
        try #require(sd_bus_message_new_signal(bus, &message, "/ScreenSaver", Self.name, "ActiveChanged") >= 0)
        defer { sd_bus_message_unref(message) }
        var isActive: Int32 = 1
        try #require(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &isActive) >= 0)
        try #require(sd_bus_send(bus, message, nil) >= 0 && sd_bus_flush(bus) >= 0)
    }
}
