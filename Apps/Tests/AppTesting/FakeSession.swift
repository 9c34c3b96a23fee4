import CAtspi
import Foundation
import Glibc

// A FAKE: a screen saver and logind, as far as programs listen to them, on the bus of the test's display.

/// A session that locks when a test wants it to. Programs find it where their system bus is ``address``.
public final class FakeSession: @unchecked Sendable {
    // Sendable: libdbus takes a lock for each call.
    private static let path = "/org/freedesktop/login1/session/_31"
    private static let logind = "org.freedesktop.login1"
    /// May be replaced, replaces another, is not queued: the one of the test before may not have gone yet.
    private static let replacing: UInt32 = 7
    private let connection: OpaquePointer
    /// Written to after something was sent: who sends takes what has come off the socket.
    private let wake: Int32
    /// The bus that programs are to take for the system's.
    public let address: String

    /// Puts it on the bus of the display.
    @MainActor public init() throws {
        address = try Desktop.started().variables["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        dbus_threads_init_default()
        guard let connection = dbus_connection_open_private(address, nil), dbus_bus_register(connection, nil) != 0
        else {
            throw TestFailure("no bus")
        }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        for name in ["org.freedesktop.ScreenSaver", Self.logind] {
            guard dbus_bus_request_name(connection, name, Self.replacing, nil) == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
            else {
                throw TestFailure("another program owns “\(name)”")
            }
        }
        var (ends, socket): ([Int32], Int32) = ([-1, -1], -1)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, dbus_connection_get_unix_fd(connection, &socket) != 0 else {
            throw TestFailure("no sockets")
        }
        wake = ends[1]
        nonisolated(unsafe) let shared = connection
        dbus_connection_ref(shared)
        Thread.detachNewThread { [socket, woken = ends[0]] in
            Self.answerCalls(on: shared, socket, or: woken)
            dbus_connection_unref(shared)
            close(woken)
        }
    }

    deinit {
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
        // Wakes the thread that waits for the other end.
        close(wake)
    }

    /// Answers what programs ask until the connection is closed.
    ///
    /// It waits outside libdbus, in which who sends would have to wait as well.
    ///
    /// - Parameters:
    ///   - socket: the connection's.
    ///   - woken: to be read from when there may be messages that were taken off the socket already, or the connection is closed.
    private static func answerCalls(on connection: OpaquePointer, _ socket: Int32, or woken: Int32) {
        while dbus_connection_read_write(connection, 0) != 0 {
            while let message = dbus_connection_pop_message(connection) {
                answer(message, on: connection)
                dbus_message_unref(message)
            }
            var awaited = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&awaited, 2, -1) < 0, errno == EINTR {}
            var bytes = [UInt8](repeating: 0, count: 64)
            if awaited[1].revents & Int16(POLLIN) != 0 { _ = read(woken, &bytes, bytes.count) }
        }
    }

    /// The screen saver has locked the screen, or unlocked it.
    public func lockScreen(_ isLocked: Bool = true) {
        let name = "org.freedesktop.ScreenSaver"
        send("/org/freedesktop/ScreenSaver", name, "ActiveChanged") { Self.append(isLocked, &$0) }
    }

    /// Emits the signal by which logind asks to lock the session.
    public func lockSession() { send(Self.path, "\(Self.logind).Session", "Lock") { _ in } }

    /// The machine goes to sleep, or has woken up.
    public func fallAsleep(_ isAsleep: Bool = true) {
        send("/org/freedesktop/login1", "\(Self.logind).Manager", "PrepareForSleep") { Self.append(isAsleep, &$0) }
    }

    /// Another user has taken the display, or left it.
    public func deactivate(_ isAway: Bool = true) { change("Active", to: !isAway) }

    /// The desktop has told logind that it has locked the session, or unlocked it.
    public func hintLock(_ isLocked: Bool = true) { change("LockedHint", to: isLocked) }

    private func change(_ property: String, to value: Bool) {
        send(Self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { iterator in
            Self.append("\(Self.logind).Session", Self.string, &iterator)
            var (dictionary, entry, variant, names) = (
                DBusMessageIter(), DBusMessageIter(), DBusMessageIter(), DBusMessageIter()
            )
            dbus_message_iter_open_container(&iterator, Int32(UInt8(ascii: "a")), "{sv}", &dictionary)
            dbus_message_iter_open_container(&dictionary, Int32(UInt8(ascii: "e")), nil, &entry)
            Self.append(property, Self.string, &entry)
            dbus_message_iter_open_container(&entry, Int32(UInt8(ascii: "v")), "b", &variant)
            Self.append(value, &variant)
            dbus_message_iter_close_container(&entry, &variant)
            dbus_message_iter_close_container(&dictionary, &entry)
            dbus_message_iter_close_container(&iterator, &dictionary)
            dbus_message_iter_open_container(&iterator, Int32(UInt8(ascii: "a")), "s", &names)
            dbus_message_iter_close_container(&iterator, &names)
        }
    }

    // MARK: - Messages

    private static let string = Int32(UInt8(ascii: "s"))
    private static let objectPath = Int32(UInt8(ascii: "o"))

    private static func append(_ value: Bool, _ iterator: inout DBusMessageIter) {
        var word: dbus_bool_t = value ? 1 : 0
        dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "b")), &word)
    }

    private static func append(_ text: String, _ type: Int32, _ iterator: inout DBusMessageIter) {
        text.withCString { start in
            var start: UnsafePointer<CChar>? = start
            _ = dbus_message_iter_append_basic(&iterator, type, &start)
        }
    }

    private func send(
        _ path: String, _ interface: String, _ member: String, _ fill: (inout DBusMessageIter) -> Void
    ) {
        guard let message = dbus_message_new_signal(path, interface, member) else { return }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        fill(&iterator)
        dbus_connection_send(connection, message, nil)
        dbus_connection_flush(connection)
        dbus_message_unref(message)
        _ = Glibc.send(wake, [UInt8(0)], 1, Int32(MSG_NOSIGNAL))
    }

    /// Programs ask which session is theirs.
    private static func answer(_ message: OpaquePointer, on connection: OpaquePointer) {
        guard dbus_message_is_method_call(message, "\(logind).Manager", "GetSession") != 0,
            let reply = dbus_message_new_method_return(message)
        else { return }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(reply, &iterator)
        append(path, objectPath, &iterator)
        dbus_connection_send(connection, reply, nil)
        dbus_connection_flush(connection)
        dbus_message_unref(reply)
    }
}
