import AppTesting
import Foundation
import Glibc
import Testing

/// Files that belong to items.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct FileTests {
    private nonisolated static let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    /// An item with a file.
    private static let passport: (Stage) throws -> Void = { stage in
        try stage.vault("add", "Passport", "username=maria", "--no-secret")
        try content.write(to: URL(fileURLWithPath: stage.home + "/scan.pdf"))
        try stage.vault("attach", "add", "Passport", stage.home + "/scan.pdf")
    }

    private func opened(
        _ stage: Stage? = nil, _ prepare: (Stage) throws -> Void = Self.passport
    ) throws -> VaultWindow {
        let window = try VaultWindow(stage, settings: ["autoLock": 0], prepare: prepare)
        try window.unlock()
        try window.select("Passport")
        _ = try window.app.find("push button", "Edit")
        return window
    }

    private func attached(_ window: VaultWindow) throws -> [String] {
        try window.stage.vault("attach", "list", "Passport").split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first.map(String.init) }
    }

    private func extracted(_ name: String, _ window: VaultWindow) throws -> Data {
        let path = window.stage.home + "/\(UUID().uuidString).extracted"
        try window.stage.vault("attach", "extract", "Passport", name, "--output", path)
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func addFile(_ path: String, in window: VaultWindow) throws {
        try window.app.press("Add a File…")
        try window.answerChooser("Add a File", path)
    }

    @Test func aFileIsAdded() throws {
        let window = try opened()
        let path = window.stage.home + "/visa.bin"
        try Data("some bytes".utf8).write(to: URL(fileURLWithPath: path))
        try addFile(path, in: window)
        _ = try window.app.find("label", "visa.bin")
        #expect(try attached(window) == ["scan.pdf", "visa.bin"])
        #expect(try extracted("visa.bin", window) == Data("some bytes".utf8))
        #expect(window.app.unnamed == [])
    }

    /// An item without files offers it in its menu.
    @Test func theFirstFileIsAddedByTheMenuAndThroughTheAgent() throws {
        let stage = try Stage(startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        let window = try opened(stage) { stage in
            try stage.vault("add", "Passport", "username=maria", "--no-secret")
            try Self.content.write(to: URL(fileURLWithPath: stage.home + "/scan.pdf"))
        }
        try window.choose("Add a File…")
        try window.answerChooser("Add a File", stage.home + "/scan.pdf")
        _ = try window.app.find("label", "scan.pdf")
        #expect(try extracted("scan.pdf", window) == Self.content)
    }

    @Test func aFileIsSavedForItsOwnerAlone() throws {
        let window = try opened()
        let path = window.stage.home + "/copy.pdf"
        try window.app.press("Save scan.pdf to a file")
        try window.answerChooser("Save the File", path)
        _ = try window.app.find("label", "Saved. Outside the vault it is not encrypted.")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Self.content)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let left = try FileManager.default.contentsOfDirectory(atPath: window.stage.home)
        #expect(!left.contains { $0.hasSuffix(".part") })
    }

    @Test func aRemovedFileCanBeHadBack() throws {
        let window = try opened()
        try window.app.press("Remove scan.pdf")
        try window.app.waitUntilGone("label", "scan.pdf")
        _ = try window.app.find("label", "scan.pdf removed")
        #expect(try attached(window) == [])
        try window.app.desktop.press("ctrl+z")
        _ = try window.app.find("label", "scan.pdf")
        #expect(try extracted("scan.pdf", window) == Self.content)
    }

    @Test func largeFileIsRefusedAndNothingIsAdded() throws {
        let window = try opened()
        let path = window.stage.home + "/film.mkv"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, (64 << 20) + 1) == 0)
        try addFile(path, in: window)
        _ = try window.app.find("label", "Files in a vault have at most 64 MiB.")
        #expect(try attached(window) == ["scan.pdf"])
    }

    @Test func nonFileIsRefused() throws {
        let window = try opened()
        let path = window.stage.home + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        try addFile(path, in: window)
        _ = try window.app.find("label", "This is not a file. Pack a folder into an archive first.")
        #expect(try attached(window) == ["scan.pdf"])
    }
}
