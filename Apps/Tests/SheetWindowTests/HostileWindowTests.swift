import AppTesting
import Foundation
import Glibc
import Testing

/// Programs that would like to be taken for the window that shows sheets.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HostileWindowTests {
    /// Starts a window, and returns what it complains of when it ends.
    private func complaint(of path: String, on stage: Stage, _ more: [String: String] = [:]) throws -> String {
        let variables = try Desktop.started().variables.merging(stage.variables) { $1 }.merging(more) { $1 }
        let file = "\(stage.home)/complaint"
        let process = try ChildProcess(
            [path], variables: variables, output: .inherited, errors: .file(file), leadsSession: true)
        #expect(try process.waitForEnd() == 1)
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    @Test func aCopyOfTheWindowShowsNothing() throws {
        let stage = try Stage()
        let copy = try stage.install("chatelaine-sheet", "bin", named: "copy")
        // Another file, as far as the agent can see: where it is built it is linked.
        try ChildProcess.run(["cp", "--", copy, copy + "-of-it"])
        #expect(try complaint(of: copy + "-of-it", on: stage).contains("shown by the installed"))
    }

    @Test func theWindowWithALibraryOfTheUsersShowsNothing() throws {
        let stage = try Stage()
        let library = stage.home + "/library.so"
        try ChildProcess.run(["cp", "--", "/usr/lib/x86_64-linux-gnu/libz.so.1", library])
        #expect(chown(library, 65534, 65534) == 0)
        let window = stage.prefix + "/libexec/chatelaine/chatelaine-sheet"
        #expect(try complaint(of: window, on: stage, ["LD_PRELOAD": library]).contains("shown by the installed"))
    }
}
