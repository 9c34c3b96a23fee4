import AppTesting
import Foundation
import Testing

/// The login: by a finger, with the real fprintd and a reader that does what it is told.
@Suite(.serialized, .enabled(if: Stage.isPossible && VirtualReader.isPossible)) @MainActor struct FingerprintTests {
    private static let button = "Log in with Touch ID"
    private static let waiting = "Touch the fingerprint reader."

    /// A user with a login and an enrolled finger.
    private func visit() throws -> (Visit, VirtualReader) {
        let stage = try Stage(reader: true)
        let reader = try #require(stage.reader)
        try reader.enroll("\(stage.prefix)/bin/chatelaine", variables: stage.variables)
        var visit = try Visit(stage)
        // It comes a little later than the window, and moves what is above it.
        _ = try visit.app.find("push button", Self.button)
        try visit.create()
        try visit.restart()
        return (visit, reader)
    }

    private func press(_ visit: Visit) throws {
        try visit.app.press(Self.button)
        _ = try visit.app.find(nil, Self.waiting)
    }

    /// Answers what the agent asks about the program.
    private func answer(_ visit: Visit, _ words: String...) throws {
        let number = try Desktop.wait(for: "a question") {
            try visit.stage.chatelaine("approve").split(separator: "\t").first.map(String.init)
        }
        let (_, status) = try ChildProcess.run(
            ["\(visit.stage.prefix)/bin/chatelaine", "approve", number] + words, variables: visit.stage.variables)
        #expect(status == 0)
    }

    @Test func withoutAReaderThereIsNoButton() throws {
        let visit = try Visit()
        try visit.create()
        #expect(visit.app.tree?.shown.contains { $0.name == Self.button } == false)
    }

    @Test func withoutAFingerThereIsNoButton() throws {
        let visit = try Visit(reader: true)
        _ = try visit.app.find("push button", "Create")
        #expect(visit.app.look(nil, Self.button) == nil)
    }

    @Test func theRightFingerLogsIn() throws {
        let (visit, reader) = try visit()
        try press(visit)
        #expect(visit.app.unnamed.isEmpty)
        #expect(try visit.stage.chatelaine("approve").contains("Logging in with Touch ID"))
        try reader.send("SCAN f1")
        try visit.waitForNotes()
    }

    @Test func threeWrongFingersAreAnError() throws {
        let (visit, reader) = try visit()
        try press(visit)
        for _ in 1...3 { try reader.send("SCAN f7") }
        try visit.dismiss("Error", "There was a problem verifying your identity.", "Darn!")
        try visit.waitForLogin()
    }

    @Test func fiveWrongFingersLockTheReader() throws {
        let (visit, reader) = try visit()
        try press(visit)
        for _ in 1...3 { try reader.send("SCAN f7") }
        try visit.dismiss("Error", "There was a problem verifying your identity.", "Darn!")
        try press(visit)
        for _ in 1...2 { try reader.send("SCAN f7") }
        _ = try visit.app.find(nil, where: { $0.says?.hasPrefix("Too many fingers did not match.") == true })
        try visit.app.press("Darn!")
    }

    @Test func cancelIsReported() throws {
        let (visit, _) = try visit()
        try press(visit)
        try answer(visit, "--deny")
        try visit.dismiss("Error", "You pressed cancel.", "Darn!")
    }

    @Test func fallbackIsReported() throws {
        let (visit, reader) = try visit()
        try press(visit)
        // The other way is offered after a finger that did not match.
        try reader.send("SCAN f7")
        try Desktop.wait(for: "the other way") {
            let number = try visit.stage.chatelaine("approve").split(separator: "\t").first.map(String.init) ?? "0"
            let (_, status) = try ChildProcess.run(
                ["\(visit.stage.prefix)/bin/chatelaine", "approve", number, "--fall-back"],
                variables: visit.stage.variables)
            return status == 0 ? () : nil
        }
        try visit.dismiss("Error", "You pressed password.", "Darn!")
    }

    @Test func cancellingInTheWindowIsSilent() throws {
        let (visit, _) = try visit()
        try press(visit)
        try visit.app.press("Cancel")
        try visit.app.waitUntilGone(nil, Self.waiting)
        #expect(visit.app.look(nil, "Error") == nil)
        try Desktop.wait(for: "the question to go") { try visit.stage.chatelaine("approve").isEmpty ? () : nil }
        try visit.waitForLogin()
    }

    @Test func fingerRemovedMeanwhileIsReported() throws {
        let (visit, _) = try visit()
        _ = try visit.app.find(nil, Self.button)
        try visit.stage.chatelaine("fingerprint", "remove", "--all")
        try visit.app.press(Self.button)
        _ = try visit.app.find(nil, where: { $0.says?.hasPrefix("No finger is enrolled.") == true })
        try visit.app.press("Darn!")
        try visit.app.waitUntilGone(nil, Self.button)
    }

    @Test func readerRemovedMeanwhileIsReported() throws {
        let (visit, reader) = try visit()
        _ = try visit.app.find(nil, Self.button)
        reader.end()
        try visit.app.press(Self.button)
        _ = try visit.app.find(nil, where: { $0.says?.hasPrefix("There is no fingerprint reader.") == true })
        try visit.app.press("Darn!")
    }
}
