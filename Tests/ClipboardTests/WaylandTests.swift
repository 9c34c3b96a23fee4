import ClipboardTesting
import Foundation
import Glibc
import Secrets
import TestSupport
import Testing

@testable import Clipboard

/// What compositors offer that no package has for us to try, and what hostile programs do with pipes.
@Suite struct WaylandTests {
    private func copy(_ compositor: FakeCompositor, reading stream: Int32 = 1) throws -> ChildProcess {
        try start(
            [BuiltPrograms.path("chatelaine-clipboard"), "0"], compositor.environment, input: Data("password".utf8),
            reading: stream)
    }

    @Test(arguments: [["wl_seat", "wl_compositor"], []])
    func missingDataControlIsReported(globals: [String]) throws {
        let compositor = try FakeCompositor(globals)
        let program = try copy(compositor, reading: 2)
        #expect(program.text().contains("only programs with a window"))
        #expect(program.wait() == 69)
        #expect(compositor.waitForEnd() == [.gone])
    }

    @Test(arguments: ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"])
    func bothProtocolsAreSpoken(manager: String) throws {
        let compositor = try FakeCompositor(["wl_seat", manager])
        let program = try copy(compositor)
        #expect(program.line() == "copied")
        program.send(SIGTERM)
        #expect(program.wait() == 0)
        let formats = [
            "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING", "x-kde-passwordManagerHint",
        ]
        #expect(
            compositor.waitForEnd()
                == [.bound("wl_seat"), .bound(manager), .request(manager, 0, nil), .request(manager, 1, nil)]
                + formats.map { .request("source", 0, $0) }
                + [.request("device", 0, nil), .request("source", 1, nil), .gone])
    }

    @Test func theNewerProtocolIsPreferred() throws {
        let compositor = try FakeCompositor(["zwlr_data_control_manager_v1", "ext_data_control_manager_v1", "wl_seat"])
        let program = try copy(compositor)
        #expect(program.line() == "copied")
        program.end()
        #expect(compositor.waitForEnd().contains(.bound("ext_data_control_manager_v1")))
    }

    /// No message at all, an event that there is not, one that is shorter than it must be.
    @Test(arguments: [[UInt8](repeating: 0xff, count: 4096), [1, 0, 0, 0, 9, 0, 8, 0], [1, 0, 0, 0, 0, 0, 4, 0]])
    func malformedMessagesOfTheCompositorEndTheProgram(greeting: [UInt8]) throws {
        let compositor = try FakeCompositor(["wl_seat"], greeting: greeting)
        let program = try copy(compositor, reading: 2)
        #expect(program.text().contains("next: "))
        #expect(program.wait() == 1)
        #expect(compositor.waitForEnd() == [.gone])
    }

    @Test func unreadContentDelaysNoOtherProgram() throws {
        let secret = String(repeating: "x", count: 1 << 20)
        let content = try ClipboardContent(SecretBytes(copying: secret.utf8))
        var transfers = PipeTransfers()
        let readers = try (1...40).map { _ in try DescriptorPair() }
        defer { for reader in readers { close(reader.first) } }
        for reader in readers { transfers.begin(reader.second, format: "text/plain") }
        // The oldest were forgotten.
        #expect(transfers.awaited.count == 32)
        let ready = transfers.awaited.map { pollfd(fd: $0.fd, events: $0.events, revents: $0.events) }
        for _ in 1...3 { transfers.advance(ready, content) }
        #expect(transfers.awaited.count == 32)
        transfers.end()
        #expect(transfers.awaited.isEmpty)
    }

    @Test func aReaderThatGoesIsForgotten() throws {
        signal(SIGPIPE, SIG_IGN)
        let content = try ClipboardContent(SecretBytes(copying: "password".utf8))
        var transfers = PipeTransfers()
        let reader = try DescriptorPair()
        transfers.begin(reader.second, format: "text/plain")
        close(reader.first)
        let ready = transfers.awaited.map { pollfd(fd: $0.fd, events: $0.events, revents: Int16(POLLERR)) }
        transfers.advance(ready, content)
        #expect(transfers.awaited.isEmpty)
    }

    /// A write to a file on a user's own file system may never end.
    @Test func onlyPipesAndSocketsAreWrittenTo() throws {
        let directory = try TemporaryDirectory()
        let file = open(directory.path + "/file", O_RDWR | O_CREAT, 0o600)
        var transfers = PipeTransfers()
        transfers.begin(file, format: "text/plain")
        #expect(transfers.awaited.isEmpty)
        #expect(fcntl(file, F_GETFD) == -1)
    }
}
