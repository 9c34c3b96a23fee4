import AppTesting
import Foundation
import Glibc
import Testing

/// What others write, and homes that are not as they should be.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HostileTests {
    /// Starts the program with other variables, tries to register, and returns what it says.
    private func complaint(_ variables: [String: String], without missing: [String] = []) throws -> String {
        let stage = try Stage(startsAgent: false)
        let words = ["env"] + missing.flatMap { ["-u", $0] } + [try stage.install("ACME")]
        let all = stage.variables.merging(variables) { $1 }
        let app = try RunningApp(words, variables: all, directory: stage.home)
        let acme = try Acme(stage: stage, app: app, terminal: PseudoTerminal(rows: 50, columns: 200))
        try app.takeKeys()
        try acme.turn(to: "registration")
        try app.enter("wendy", into: "Username")
        try acme.type("Coyote7", into: "Password")
        // By the pointer, so that keys go to the button, and go there again once it can be used again.
        try app.focus("Register", role: "push button")
        let details = try app.find("push button", "Details")
        try app.find("push button", "Register", where: \.hasFocus)
        try details.press()
        return try app.find("label", nil, where: { $0.says?.lowercased().contains("accounts") == true }).says ?? ""
    }

    @Test func unwritableHomeIsReported() throws {
        #expect(try complaint(["XDG_DATA_HOME": "/proc"]).contains("cannot be used"))
    }

    @Test func missingHomeIsReported() throws {
        #expect(try complaint([:], without: ["HOME", "XDG_DATA_HOME"]).contains("set HOME"))
    }

    @Test func damagedFileIsReportedAndLeftUnchanged() throws {
        let directory = NSTemporaryDirectory() + UUID().uuidString
        let path = directory + "/acme/accounts.json"
        try FileManager.default.createDirectory(
            atPath: directory + "/acme", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try "nonsense".write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o600)
        #expect(try complaint(["XDG_DATA_HOME": directory]).contains("damaged"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "nonsense")
    }

    /// Names are not taken for markup, and a login that fits into no form is not cut to fit.
    @Test func loginsOfThePasswordManagerAreShownUnchanged() throws {
        let acme = try Acme([("One", "<b>&amp;</i>%s", "Coyote7"), ("Two", String(repeating: "w", count: 2000), "x")])
        try acme.press("Fill From Password Manager")
        try acme.unlock()
        try acme.pick("One")
        try acme.app.find("push button", "Log In", where: \.hasFocus)
        #expect(try acme.text(of: "Username") == "<b>&amp;</i>%s")
        try acme.press("Fill From Password Manager")
        try acme.unlock()
        try acme.pick("Two")
        try acme.app.find("label", "What the password manager has sent does not fit into this form.")
        #expect(try acme.text(of: "Username") == "<b>&amp;</i>%s")

        try acme.register("<b>&amp;", "Coyote7", firstname: "<i>&", lastname: "“{username}”")
        try acme.type("Coyote7", into: "Password")
        try acme.press("Log In")
        try acme.app.find("label", "Welcome, <i>& “{username}”")
        try acme.app.find("label", "You are logged in as <b>&amp;.")
    }
}
