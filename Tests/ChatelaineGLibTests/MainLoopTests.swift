import Foundation
import Glibc
import TestSupport
import Testing

/// A program with GLib's main loop, as its own process.
@Suite(.enabled(if: dlopen("libglib-2.0.so.0", RTLD_NOW) != nil, "GLib is not installed")) struct MainLoopTests {
    private func lines(_ words: String...) throws -> [String] {
        let variables = ["HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"]
        let (output, _) = try ChildProcess.run([BuiltPrograms.path("glib-probe")] + words, variables: variables)
        return output.split(separator: "\n").map(String.init)
    }

    @Test func completionsAndTheMainActorRunInGLibsLoop() throws {
        #expect(try lines() == ["completion 1 true", "main actor 7 true", "calm"])
    }

    /// What proves that the test above can fail.
    @Test func withoutTheCallNothingRuns() throws { #expect(try lines("without") == ["calm"]) }
}
