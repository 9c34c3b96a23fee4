import ClipboardTesting
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import Clipboard

/// A client of an X server that asks for the clipboard as no honest one does.
final class HostileClient {
    typealias Number = UInt32

    private let library: XCBLibrary
    private let connection: OpaquePointer
    private let convertSelection: @convention(c) (OpaquePointer, Number, Number, Number, Number, Number) -> UInt32
    private let x11: X11Connection

    init(_ display: TestDisplay) throws {
        let name = try #require(display.environment["DISPLAY"])
        library = try XCBLibrary()
        convertSelection = try SharedLibrary("libxcb.so.1").function("xcb_convert_selection")
        x11 = try X11Connection(display: name)
        connection = try #require(library.connect(name, nil))
        try #require(library.hasError(connection) == 0)
    }

    deinit { library.disconnect(connection) }

    func atom(_ name: String) throws -> Number { try #require(try x11.atoms([name]).first) }

    var owner: Number { get throws { try x11.owner(of: atom("CLIPBOARD")) } }

    /// An invisible window.
    func makeWindow() -> Number {
        let window = library.makeID(connection)
        // Beside the other connection's, which is in the root window.
        _ = library.createWindow(connection, 0, window, x11.window, 0, 0, 1, 1, 0, 2, 0, 0, nil)
        return window
    }

    func destroy(_ window: Number) { _ = library.destroyWindow(connection, window) }

    func setProperty(_ name: Number, of window: Number, type: Number, _ elements: [Number]) {
        _ = library.changeProperty(connection, 0, window, name, type, 32, UInt32(elements.count), elements)
    }

    func numbers(_ name: Number, of window: Number, type: Number) throws -> [Number]? {
        x11.numbers(name, of: window, type: type, most: 64)
    }

    /// Asks for the clipboard. The answer comes as an event, which may or may not be waited for.
    func ask(_ target: Number, into property: Number, of window: Number) throws {
        _ = convertSelection(connection, window, try atom("CLIPBOARD"), target, property, 0)
    }

    /// Waits for the answer to a question: the property where it is, or 0.
    func answer() throws -> Number {
        flush()
        while true {
            let event = try #require(library.waitForEvent(connection))
            defer { free(event) }
            guard event.load(as: UInt8.self) & 0x7f == 31 else { continue }
            return event.load(fromByteOffset: 20, as: Number.self)
        }
    }

    /// Sends an event as if it came from the server.
    func forge(_ code: UInt8, _ numbers: [Number], to window: Number) {
        var event = [UInt8](repeating: 0, count: 32)
        event[0] = code
        event.withUnsafeMutableBytes { event in
            for (index, number) in numbers.enumerated() {
                event.storeBytes(of: number, toByteOffset: 4 + 4 * index, as: Number.self)
            }
        }
        _ = library.sendEvent(connection, 0, window, 0, event)
    }

    func flush() { _ = library.flush(connection) }
}
