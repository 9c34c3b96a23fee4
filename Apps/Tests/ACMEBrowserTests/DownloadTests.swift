import AppTesting
import Foundation
import Testing

/// Files that websites send.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct DownloadTests {
    // GTK 4.8 names a button of a dialog twice: by itself, and by the label in it.
    private static let (cancel, save) = ("Cancel Cancel", "Save Save")

    /// Opens a website that sends a file at once, whose name has directories in it.
    private func start(_ site: Website) throws -> Browser {
        let browser = try Browser(site.origin + "/file")
        try browser.app.find("push button", Self.cancel)
        return browser
    }

    @Test func aFileIsSavedWhereThePersonSays() throws {
        let site = try Website([:])
        let browser = try start(site)
        let app = browser.app
        // Without directories, and without the dot that would hide it.
        try app.find("text", where: { $0.says == "second star.bin" })
        let path = browser.stage.home + "/star.bin"
        try app.desktop.xdotool("windowfocus", app.window)
        try app.desktop.press("ctrl+l")
        try app.find(where: { $0.hasFocus && $0.interfaces.contains("EditableText") }).set(path)
        try app.press(Self.save)
        _ = try browser.says("“second star.bin” was saved.")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "second star")
    }

    @Test func aRefusedFileIsNotWritten() throws {
        let site = try Website([:])
        let browser = try start(site)
        try browser.app.press(Self.cancel)
        try browser.app.waitUntilGone("push button", Self.cancel)
        let (output, _) = try ChildProcess.run(["find", browser.stage.home, "-name", "*star*"])
        #expect(output.isEmpty, "\(output)")
    }

    /// A page that sends one file after another gets one question.
    @Test func furtherFilesAreRefusedWhileThePersonIsAsked() throws {
        let page = "<title>Files</title><iframe src=\"/file\"></iframe><iframe src=\"/file?2\"></iframe>"
        let site = try Website(["index.html": page])
        let browser = try Browser(site.origin + "/")
        try browser.app.find("push button", Self.cancel)
        _ = try browser.says("The page wanted to send another file.")
        try browser.app.press(Self.cancel)
        try browser.app.waitUntilGone("push button", Self.cancel)
    }
}
