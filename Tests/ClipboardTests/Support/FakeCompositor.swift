import CLinux
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// The wire of a Wayland compositor, as far as a program without a window looks at it.
///
/// Specified in: wayland.xml of Wayland 1.21, chapter 4 of its book ("Wire Format").
final class FakeCompositor: Sendable {
    /// What a program did.
    enum Deed: Equatable {
        case bound(String)
        /// A request to an object that was made of what was bound, with a string if it has one.
        case request(String, UInt32, String?)
        case gone
    }

    private let directory: TemporaryDirectory
    private let listener: Int32
    private let globals: [String]
    private let greeting: [UInt8]
    private let deeds = Mutex<[Deed]>([])
    private let ended = DispatchSemaphore(value: 0)

    var environment: [String: String] { ["WAYLAND_DISPLAY": directory.path + "/socket"] }

    /// - Parameters:
    ///   - globals: the interfaces that it announces.
    ///   - greeting: bytes that are all that it sends; empty: it answers.
    init(_ globals: [String], greeting: [UInt8] = []) throws {
        directory = try TemporaryDirectory()
        self.globals = globals
        self.greeting = greeting
        listener = clinux_unix_listen(directory.path + "/socket", 1)
        try #require(listener >= 0)
        Thread.detachNewThread { [self] in
            serve()
            ended.signal()
        }
    }

    /// Waits until the program has gone.
    func waitForEnd() -> [Deed] {
        ended.wait()
        return deeds.withLock { $0 }
    }

    private func serve() {
        var awaited = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while poll(&awaited, 1, -1) < 0, errno == EINTR {}
        let socket = clinux_accept(listener)
        close(listener)
        defer { close(socket) }
        _ = fcntl(socket, F_SETFL, 0)
        if !greeting.isEmpty {
            _ = Glibc.send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL))
            shutdown(socket, Int32(SHUT_WR))
        }
        /// What objects are, by number.
        var objects: [UInt32: String] = [1: "wl_display"]
        while let header = read(8, socket) {
            let (object, code, size) = (number(header, 0), number(header, 4) & 0xffff, number(header, 4) >> 16)
            guard size >= 8, let body = read(Int(size) - 8, socket) else { break }
            if greeting.isEmpty { answer(object, code, body, socket, &objects) }
        }
        deeds.withLock { $0.append(.gone) }
    }

    private func answer(
        _ object: UInt32, _ code: UInt32, _ body: [UInt8], _ socket: Int32, _ objects: inout [UInt32: String]
    ) {
        switch (objects[object], code) {
        case ("wl_display", 0):
            // sync: done, and the number may be used again.
            send(number(body, 0), 0, [0], socket)
            send(1, 1, [number(body, 0)], socket)
        case ("wl_display", 1):
            objects[number(body, 0)] = "wl_registry"
            for (index, name) in globals.enumerated() {
                let text = Self.string(name)
                send(number(body, 0), 0, [UInt32(index)] + text + [1], socket)
            }
        case ("wl_registry", 0):
            let name = text(body, 4) ?? ""
            objects[number(body, body.count - 4)] = name
            deeds.withLock { $0.append(.bound(name)) }
        case (let kind?, _):
            if kind.hasSuffix("manager_v1") { objects[number(body, 0)] = code == 0 ? "source" : "device" }
            deeds.withLock { $0.append(.request(kind, code, text(body, 0))) }
        default: break
        }
    }

    private func send(_ object: UInt32, _ code: UInt32, _ words: [UInt32], _ socket: Int32) {
        let message = [object, UInt32(8 + 4 * words.count) << 16 | code] + words
        message.withUnsafeBytes { _ = Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Length with the zero at the end, then the bytes, up to the next word.
    private static func string(_ text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let count = UInt32(bytes.count)
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
        return [count]
            + stride(from: 0, to: bytes.count, by: 4).map { start in
                bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            }
    }

    private func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private func text(_ bytes: [UInt8], _ offset: Int) -> String? {
        let count = Int(number(bytes, offset))
        guard count > 1, offset + 4 + count <= bytes.count else { return nil }
        return String(decoding: bytes[(offset + 4)..<(offset + 3 + count)], as: UTF8.self)
    }

    private func read(_ count: Int, _ socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            guard more > 0 else { return nil }
            filled += more
        }
        return bytes
    }
}
