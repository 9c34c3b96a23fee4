import AppTesting
import Foundation
import Testing

/// A present leaves the list, by its owner's will.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SharingTests {
    private let text = "Skates <size 38> for Noel & Ivy"

    private func opened() throws -> House {
        let house = try House.lived()
        try house.add(text)
        try house.open(text)
        return house
    }

    @Test func menuSaysThatNothingProtectsIt() throws {
        let house = try opened()
        try house.share()
        _ = try house.app.find(nil, "Shared presents are not protected: all your programs can read them.")
        try house.photograph("share")
    }

    @Test func copyIsPasted() throws {
        let house = try opened()
        try house.share()
        try house.app.press("Copy")
        _ = try house.app.find(nil, "Copied. The copy is not protected.")
        #expect(try house.app.desktop.pasted() == text)
    }

    @Test func fileHasTheText() throws {
        let house = try opened()
        let path = house.stage.home + "/noel.txt"
        try house.share()
        try house.app.press("Save to a File…")
        try house.answerChooser(path, "Save")
        _ = try house.app.find(nil, "Saved. The file is not protected.")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text + "\n")
    }

    @Test func unwritableLocationIsReported() throws {
        let house = try opened()
        try house.share()
        try house.app.press("Save to a File…")
        try house.answerChooser("/proc/noel.txt", "Save")
        _ = try house.app.find(where: { ($0.says ?? $0.name).hasPrefix("The present was not shared: ") })
    }

    @Test func portalIsAskedWhichProgramItIsFor() throws {
        let house = try opened()
        let log = house.stage.home + "/portal.log"
        try house.stage.start(
            ["/usr/bin/python3", Stage.repository + "/Apps/Tests/ChristmasKeeperTests/Support/portal.py", log], "ready")
        try house.share()
        try house.app.press("Open with Another Program…")
        _ = try house.app.find(nil, "Handed over. The copy is not protected.")
        let said = try String(contentsOfFile: log, encoding: .utf8)
        #expect(said.contains("ask=True") && said.hasSuffix(text + "\n"))
    }

    @Test func programForTheKindOpensItWhereThereIsNoPortal() throws {
        let house = try opened()
        let copy = house.stage.home + "/handed-over"
        let applications = house.stage.home + "/share/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        try """
        [Desktop Entry]
        Type=Application
        Name=Reader
        Exec=install -m 600 %f \(copy)
        MimeType=text/plain;
        """.write(toFile: applications + "/reader.desktop", atomically: true, encoding: .utf8)
        try "[Default Applications]\ntext/plain=reader.desktop\n".write(
            toFile: applications + "/mimeapps.list", atomically: true, encoding: .utf8)
        try house.share()
        try house.app.press("Open with Another Program…")
        try Desktop.wait(for: "the other program") {
            FileManager.default.contents(atPath: copy).flatMap { $0.isEmpty ? nil : $0 }
        }
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == text + "\n")
        // The copy that was handed over goes with the program.
        try FileManager.default.removeItem(atPath: copy)
        try house.app.desktop.press("Escape")
        try house.app.press("Close")
        try house.app.waitForEnd()
        #expect(try house.files(with: text, below: house.stage.home).isEmpty)
    }
}
