import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The archives for the stores.
@Suite(.serialized) struct PackedExtensionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Packs into a directory, and returns the archives by the name of the browser.
    private static func pack(into directory: String, _ variables: [String: String] = [:]) throws -> [String: String] {
        let packed = try ChildProcess.run(
            ["/usr/bin/python3", root + "/Scripts/pack-extension.py", directory],
            variables: ["PATH": "/usr/bin:/bin"].merging(variables) { $1 })
        try #require(packed.status == 0)
        let paths = packed.output.split(separator: "\n").map(String.init)
        return Dictionary(
            uniqueKeysWithValues: paths.map { ($0.contains("-firefox-") ? "firefox" : "chromium", $0) })
    }

    @Test func sameFilesGiveTheSameBytes() throws {
        let (here, there) = (try TemporaryDirectory(), try TemporaryDirectory())
        let first = try Self.pack(into: here.path)
        let second = try Self.pack(
            into: there.path, ["TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1700000000", "LANG": "C"])
        #expect(first.count == 2)
        for (browser, path) in first {
            let other = try #require(second[browser])
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: other), "\(browser)")
        }
    }

    @Test(.enabled(if: Chromium.isInstalled, "needs Debian's chromium")) func chromiumLoadsItsArchive() throws {
        let directory = try TemporaryDirectory()
        let archive = try #require(try Self.pack(into: directory.path)["chromium"])
        let unpacked = directory("unpacked")
        try #require(
            try ChildProcess.run(["/usr/bin/python3", "-m", "zipfile", "-e", archive, unpacked]).status == 0)
        let browser = try Chromium()
        let id = try browser.call("Extensions.loadUnpacked", ["path": unpacked])["id"] as? String ?? ""
        let page = try browser.target("page") { $0.hasSuffix("/pairing/pairing.html") }
        #expect(try ExtensionPage(page, in: browser).evaluate("chrome.runtime.id") as? String == id)
    }

    @Test(.enabled(if: Firefox.isInstalled, "needs Debian's firefox-esr")) func firefoxLoadsItsArchive() throws {
        let directory = try TemporaryDirectory()
        let archive = try #require(try Self.pack(into: directory.path)["firefox"])
        let browser = try Firefox()
        let loaded = try FirefoxExtension(archive, id: BrowserExtension.firefoxID, in: browser)
        let page = try loaded.tab("/pairing/pairing.html")
        #expect(try page.evaluate("browser.runtime.id") as? String == BrowserExtension.firefoxID)
    }
}
