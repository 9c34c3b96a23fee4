import AppTesting
import Foundation
import Testing

/// The directory for pictures; nil if none were requested.
private let screenshotDirectory = ProcessInfo.processInfo.environment["CHATELAINE_SCREENSHOTS"]

/// Pictures of all windows for the documents, at the widths of a telephone and of a desk, light and dark: `make app-screenshots`.
///
/// They are not tests: a person has to look at them. So they run only on request.
@Suite(.serialized, .enabled(if: screenshotDirectory != nil)) @MainActor struct Screenshots {
    nonisolated static let schemes = ["light", "dark"]
    /// Of a desk and of a telephone, in pixels. The wide one first: without animations a leaflet of libadwaita 1.2 unfolds with panes of
    /// wrong widths.
    static let widths = [1200, 360]

    /// Without an agent, or with one; nothing moves in its windows.
    func still(_ scheme: String, reader: Bool = false, startsAgent: Bool = true) throws -> Stage {
        let stage = try Stage(reader: reader, startsAgent: startsAgent)
        try stage.show(dark: scheme == "dark")
        return stage
    }

    /// Takes a picture of the window that was opened last, as it is.
    func photograph(_ name: String, _ scheme: String, width: Int, of app: RunningApp) throws {
        let directory = try #require(screenshotDirectory)
        try app.desktop.screenshot("\(directory)/\(name)-\(scheme)-\(width).png", window: app.window)
    }

    /// Takes a picture of a window at each width.
    func take(_ name: String, _ scheme: String, of app: RunningApp, height: Int = 720) throws {
        for width in Self.widths {
            try app.resize(width: width, height: height)
            try photograph(name, scheme, width: width, of: app)
        }
    }

    /// Takes a picture of a page of a window that a telephone shows alone, and leaves the window wide.
    func takeInDepth(_ name: String, _ scheme: String, of app: RunningApp, height: Int = 720) throws {
        try take(name, scheme, of: app, height: height)
        try app.resize(width: Self.widths[0], height: height)
    }

    /// Takes pictures of a window before another: as wide as it is by itself on a desk, and as wide as a telephone.
    ///
    /// - Parameter height: on a telephone, in pixels.
    func takeFront(
        _ title: String, _ name: String, _ scheme: String, of app: RunningApp, height: Int = 640, closing: Bool = true
    ) throws {
        try app.find("frame", title)
        try photograph(name, scheme, width: Self.widths[0], of: app)
        try app.resize(width: Self.widths[1], height: height)
        try photograph(name, scheme, width: Self.widths[1], of: app)
        guard closing else { return }
        try app.desktop.press("Escape")
        try Desktop.wait(for: "the end of “\(title)”") { app.look("frame", title) == nil ? () : nil }
    }

    /// Takes pictures of an alert, which goes by its window's width.
    ///
    /// - Parameters:
    ///   - button: the one that closes it.
    ///   - open: has it shown.
    func takeAlert(_ button: String, _ name: String, _ scheme: String, of app: RunningApp, open: () throws -> Void)
        throws
    {
        for width in Self.widths {
            try app.resize(width: width, height: 720)
            try open()
            let pressed = try app.find("push button", button)
            try photograph(name, scheme, width: width, of: app)
            try pressed.press()
            try app.waitUntilGone("push button", button)
        }
    }
}
