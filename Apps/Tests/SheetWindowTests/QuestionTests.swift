import AppTesting
import Foundation
import Testing

/// What the agent asks beside logins, in windows: consent and the passcode.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct QuestionTests {
    private static let passcode = "four words of mine"

    private func stage() throws -> Stage {
        let stage = try Stage()
        try stage.chatelaine("passcode", "set", "--stdin", input: Self.passcode + "\n")
        try stage.chatelaine("unlock", "--stdin", input: Self.passcode + "\n")
        try stage.chatelaine("apps", "ask", "yes", "--passcode-stdin", input: Self.passcode + "\n")
        try stage.startPrompter()
        return stage
    }

    @Test func passcodeIsTypedIntoAWindow() throws {
        let stage = try stage()
        let program = try ProbeProgram(stage, named: "Notes", "confirm", "show your notes", "0")
        let window = try stage.sheet()
        _ = try window.find("label", where: { $0.says?.contains("“Notes” asks for the passcode") == true })
        _ = try window.find("label", where: { $0.says?.contains("show your notes") == true })
        try window.type("something else", into: "Passcode")
        try window.press("OK")
        _ = try window.find("label", where: { $0.says?.contains("is wrong") == true })
        try window.type(Self.passcode, into: "Passcode")
        try window.press("OK")
        #expect(try program.output() == "confirmed\n")
        try stage.waitUntilNoSheet()
    }

    @Test func cancelledPasscodeIsReportedToTheProgram() throws {
        let stage = try stage()
        let program = try ProbeProgram(stage, named: "Notes", "confirm", "show your notes", "0")
        try stage.sheet().press("Cancel")
        // LAError.userCancel.
        #expect(try program.output().hasPrefix("LAError -2:"))
        try stage.waitUntilNoSheet()
    }

    @Test func programIsAllowedAnothersGroup() throws {
        let stage = try stage()
        #expect(try ProbeProgram(stage, named: "Owner", "add", "Owner", "mail", "alice", "hunter2").output() == "")
        let program = try ProbeProgram(stage, named: "Guest", "read", "Owner", "mail", "alice")
        let window = try stage.sheet()
        _ = try window.find("label", "Allow this program?")
        _ = try window.find("label", where: { $0.says?.contains("“Guest” asks for the secrets in “Owner”") == true })
        try window.type(Self.passcode, into: "Passcode")
        try window.press("Allow")
        #expect(try program.output() == "hunter2\n")
    }

    /// An item whose access list names another program: the window says who would get what.
    @Test func programSharesItsGroupByAList() throws {
        let stage = try stage()
        // The agent has to know the other program.
        #expect(try ProbeProgram(stage, named: "Guest", "count", "-", "mail", "alice").output() == "0\n")
        let guest = stage.prefix + "/bin/Guest"
        for (answer, isShared) in [("Deny", false), ("Allow", true)] {
            let owner = try ProbeProgram(stage, named: "Owner", "add", "Owner", "mail", answer, "hunter2", guest)
            let window = try stage.sheet()
            _ = try window.find("label", "Allow this program?")
            let request = "“Owner” wants to let “\(guest)” use all its secrets in “Owner” from now on."
            _ = try window.find("label", where: { $0.says?.contains(request) == true })
            if isShared { try window.type(Self.passcode, into: "Passcode") }
            try window.press(answer)
            #expect(try owner.output() == "")
            try stage.waitUntilNoSheet()
        }
        // The item of the answer no was not stored, and that of the yes is read without a question.
        #expect(try ProbeProgram(stage, named: "Guest", "count", "Owner", "mail", "Deny").output() == "0\n")
        #expect(try ProbeProgram(stage, named: "Guest", "read", "Owner", "mail", "Allow").output() == "hunter2\n")
    }

    @Test func programIsDeniedAnothersGroup() throws {
        let stage = try stage()
        #expect(try ProbeProgram(stage, named: "Owner", "add", "Owner", "mail", "alice", "hunter2").output() == "")
        let program = try ProbeProgram(stage, named: "Guest", "read", "Owner", "mail", "alice")
        try stage.sheet().press("Deny")
        #expect(try program.output() == "")
    }
}
