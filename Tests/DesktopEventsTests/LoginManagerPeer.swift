import BusTesting
import CSystemd
import Glibc
import Testing

/// What logind is to its clients, on a bus of a test's own.
struct LoginManagerPeer {
    static let name = "org.freedesktop.login1"
    private static let session = "/org/freedesktop/login1/session/_31"

    let peer: Peer

    init(_ bus: BusDaemon) throws { peer = try Peer(bus, owning: Self.name) }

    func prepareForSleep(_ begins: Bool) throws {
        try peer.emit("\(Self.name).Manager", "PrepareForSleep", begins)
    }

    func lockSession() throws { try peer.emit("\(Self.name).Session", "Lock", path: Self.session) }

    /// Answers the question whose the session is that has locked.
    func tellUser(_ user: uid_t) throws {
        try peer.answer("Get") { call in
            #expect(sd_bus_message_get_path(call).map { String(cString: $0) } == Self.session)
            let result = "(uo)".withCString { fields in
                "/org/freedesktop/login1/user/_0".withCString { path in
                    withVaList([fields, user, path]) { sd_bus_reply_method_returnv(call, "v", $0) }
                }
            }
            try Peer.check(result)
        }
    }

    func refuseToTellUser() throws {
        try peer.answer("Get") { call in
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            _ = sd_bus_error_set(&error, "org.freedesktop.DBus.Error.AccessDenied", "not yours to know")
            try Peer.check(sd_bus_reply_method_error(call, &error))
        }
    }

    /// Grants the next inhibitor that is asked for.
    func grantInhibitor() throws -> Inhibitor {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var request: [String] = []
        try peer.answer("Inhibit") { call in
            for _ in 0..<4 {
                var text: UnsafePointer<CChar>?
                let result = withUnsafeMutablePointer(to: &text) {
                    sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), $0)
                }
                try Peer.check(result)
                request.append(String(cString: try #require(text)))
            }
            try Peer.check(withVaList([ends[1]]) { sd_bus_reply_method_returnv(call, "h", $0) })
        }
        return Inhibitor(request: request, end: ends[0])
    }

    /// Logind's end of an inhibitor that was granted.
    final class Inhibitor: Sendable {
        /// What is inhibited, by whom, why, how.
        let request: [String]
        private let end: Int32

        init(request: [String], end: Int32) {
            self.request = request
            self.end = end
        }

        deinit { close(end) }

        var isHeld: Bool { !isReleased(within: 0) }

        /// Waits until the other end has been closed.
        func waitForRelease() -> Bool { isReleased(within: 20_000) }

        private func isReleased(within milliseconds: Int32) -> Bool {
            var watched = pollfd(fd: end, events: 0, revents: 0)
            return poll(&watched, 1, milliseconds) == 1
        }
    }
}
