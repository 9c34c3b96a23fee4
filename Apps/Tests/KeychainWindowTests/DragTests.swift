import AppTesting
import Foundation
import Testing

/// Files that are dragged from another program's window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct DragTests {
    /// A file manager's window in the free corner of the display.
    private struct Source {
        private let process: ChildProcess
        private let window: String

        @MainActor init(_ window: KeychainsWindow, _ paths: String...) throws {
            let script = Stage.repository + "/Apps/Tests/KeychainWindowTests/Support/drag-source.py"
            process = try window.stage.start(["/usr/bin/python3", script] + paths, "ready")
            let variables = window.app.desktop.variables
            let id = "\(process.id)"
            self.window = try Desktop.wait(for: "the source of the drag") {
                let (found, _) = try ChildProcess.run(
                    ["xdotool", "search", "--onlyvisible", "--pid", id], variables: variables)
                return found.split(separator: "\n").last.map(String.init)
            }
            try window.app.desktop.xdotool("windowmove", "--sync", self.window, "\(Desktop.width - 210)", "10")
        }

        /// Presses the button in the window, moves the pointer away, and waits until the drag has begun.
        @MainActor func begin(_ desktop: Desktop) throws {
            try desktop.xdotool("mousemove", "--window", window, "100", "50", "mousedown", "1")
            try desktop.xdotool("mousemove_relative", "--sync", "--", "-30", "20")
            try process.expectLine("begins")
        }

        func expect(_ line: String) throws { try process.expectLine(line) }
    }

    /// Drags to a place in the window of the keychains.
    private func drop(_ source: Source, on window: KeychainsWindow) throws {
        let desktop = window.app.desktop
        try source.begin(desktop)
        let place = try window.app.find("list", "Items").frame
        // Small steps, as a hand makes them: the window says on the way what it takes.
        for step in 0..<4 {
            try desktop.xdotool(
                "mousemove", "--sync", "--window", window.app.window, "\(place.x + 80 + step)", "\(place.y + 60 + step)"
            )
        }
        try desktop.xdotool("mouseup", "1")
    }

    @Test func aCertificateThatIsDroppedOnTheWindowIsImported() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        _ = try window.app.find("list item", "Certificates, 0")
        let certificates = try Certificates(in: window.stage.home)
        let source = try Source(window, certificates.authority)
        try drop(source, on: window)
        try source.expect("ended")
        _ = try window.app.find("list item", "Certificates, 1")
        _ = try window.app.find("list item", where: { $0.name.hasPrefix("Example Authority,") })
        #expect(try window.stage.chatelaine("security", "find-certificate", "-a").contains("Example Authority"))
    }

    @Test func anEncryptedFileThatIsDroppedAsksForItsPassword() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        _ = try window.app.find("list item", "My Certificates, 0")
        let certificates = try Certificates(in: window.stage.home)
        try drop(Source(window, certificates.identity), on: window)
        try window.app.type(Certificates.password, into: "Password of the file")
        try window.app.press("Import")
        _ = try window.app.find("list item", "My Certificates, 1")
    }
}
