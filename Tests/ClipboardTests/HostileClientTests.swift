import ClipboardTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Clipboard

/// Other clients of an X server may ask for anything: the holder serves the honest ones meanwhile, and ends when it is to.
@Suite(.enabled(if: TestDisplay.Kind.installed.contains(.x11), "needs xvfb and xclip"))
struct HostileClientTests {
    private let display: TestDisplay
    private let client: HostileClient
    private static let large = String(repeating: "long ", count: 1 << 15)

    init() throws {
        display = try TestDisplay(.x11)
        client = try HostileClient(display)
    }

    /// The holder still serves, and still ends.
    private func expectWellBeing(_ holder: ChildProcess, _ secret: String) throws {
        #expect(try display.paste() == Data(secret.utf8))
        holder.send(SIGTERM)
        #expect(holder.wait() == 0)
        #expect(try display.paste() == nil)
    }

    @Test func destroyedWindowsAreHarmless() throws {
        let holder = try display.copy(Self.large)
        let (target, property) = (try client.atom("UTF8_STRING"), try client.atom("PLACE"))
        for _ in 1...300 {
            let window = client.makeWindow()
            try client.ask(target, into: property, of: window)
            client.destroy(window)
        }
        client.flush()
        try expectWellBeing(holder, Self.large)
    }

    @Test func unresponsiveClientsAreHarmless() throws {
        let holder = try display.copy(Self.large)
        let (target, property) = (try client.atom("UTF8_STRING"), try client.atom("PLACE"))
        for _ in 1...100 {
            try client.ask(target, into: property, of: client.makeWindow())
            #expect(try client.answer() == property)
        }
        try expectWellBeing(holder, Self.large)
    }

    @Test func floodOfRequestsDoesNotDelayTheEnd() throws {
        let holder = try display.copy("password")
        let (window, target) = (client.makeWindow(), try client.atom("TARGETS"))
        let property = try client.atom("PLACE")
        for _ in 1...20_000 { try client.ask(target, into: property, of: window) }
        client.flush()
        try expectWellBeing(holder, "password")
    }

    @Test func severalConversionsAtOnceAreServed() throws {
        let holder = try display.copy("password")
        let window = client.makeWindow()
        let (pair, several) = (try client.atom("ATOM_PAIR"), try client.atom("MULTIPLE"))
        let (first, second) = (try client.atom("FIRST"), try client.atom("SECOND"))
        let list = try client.atom("LIST")
        let wishes = [try client.atom("UTF8_STRING"), first, try client.atom("image/png"), second]
        client.setProperty(list, of: window, type: pair, wishes)
        try client.ask(several, into: list, of: window)
        #expect(try client.answer() == list)
        #expect(try client.numbers(list, of: window, type: pair) == [wishes[0], first, wishes[2], 0])
        try expectWellBeing(holder, "password")
    }

    @Test(arguments: [3, 66, 1 << 18])
    func listsThatAreTooLongOrOddAreRefused(count: Int) throws {
        let holder = try display.copy("password")
        let window = client.makeWindow()
        let (pair, several) = (try client.atom("ATOM_PAIR"), try client.atom("MULTIPLE"))
        let wish = try client.atom("UTF8_STRING")
        client.setProperty(wish, of: window, type: pair, Array(repeating: wish, count: count))
        try client.ask(several, into: wish, of: window)
        #expect(try client.answer() == 0)
        try expectWellBeing(holder, "password")
    }

    @Test func forgedServerEventsAreIgnored() throws {
        let holder = try display.copy("password")
        let owner = try client.owner
        // The loss of the selection, and a request for it.
        client.forge(29, [0, owner, try client.atom("CLIPBOARD")], to: owner)
        client.forge(30, [0, owner, owner, try client.atom("CLIPBOARD"), 31, 31], to: owner)
        client.flush()
        try expectWellBeing(holder, "password")
    }

    @Test func theHoldersOwnWindowGetsNothing() throws {
        let holder = try display.copy(Self.large)
        let (property, time) = (try client.atom("PLACE"), try client.atom("TIMESTAMP"))
        let (owner, window) = (try client.owner, client.makeWindow())
        try client.ask(time, into: property, of: owner)
        // Questions are answered in turn: after this one the first has been.
        try client.ask(time, into: property, of: window)
        #expect(try client.answer() == property)
        #expect(try client.numbers(property, of: window, type: X11Connection.Atom.integer) != nil)
        #expect(try client.numbers(property, of: owner, type: X11Connection.Atom.integer) == nil)
        try expectWellBeing(holder, Self.large)
    }
}
