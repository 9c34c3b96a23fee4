import AppTesting
import Foundation
import Testing

/// The password manager is not there, or goes away.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ManagerTests {
    private static let why = "A password manager creates and remembers passwords for you."
    private static let buttons = [
        "login": "Fill From Password Manager", "registration": "Save in Password Manager",
        "change": "Change in Password Manager",
    ]

    @Test func withoutOneThereAreNoButtonsAndALineSaysWhyOneHelps() throws {
        let acme = try Acme(hasManager: false)
        for (page, button) in Self.buttons {
            try acme.turn(to: page)
            try acme.app.find("label", Self.why)
            #expect(acme.app.look("push button", button) == nil)
        }
    }

    @Test func withOneThereAreButtonsAndNoLine() throws {
        let acme = try Acme()
        for (page, button) in Self.buttons {
            try acme.turn(to: page)
            try acme.app.find("push button", button)
            #expect(acme.app.look("label", Self.why) == nil)
        }
    }

    @Test(arguments: ["login", "registration", "change"])
    func anAgentThatIsKilledWhileItAsksLeavesTheFormAsItWas(page: String) throws {
        let acme = try Acme([("My account", "wendy", "Coyote7")])
        let button = try #require(Self.buttons[page])
        try acme.turn(to: page)
        try acme.app.enter("wilma", into: "Username")
        try acme.press(button)
        try acme.terminal.expect("Master password of “personal”")
        acme.stage.killAgent()
        try acme.app.find("push button", "Details").press()
        try acme.app.find("label", "An Error Occurred")
        try acme.app.pressInAlert("Close")
        #expect(try acme.text(of: "Username") == "wilma")

        // With another agent it goes on.
        try acme.stage.startAgent()
        try acme.stage.startPrompterForTerminals()
        try acme.press(button)
        try acme.unlock()
        try acme.terminal.expect(": cancel): ")
        acme.terminal.type("\u{1b}")
        try acme.app.find("push button", button)
    }

    @Test func missingPrompterIsReported() throws {
        let stage = try Stage()
        try stage.installPasswordManager()
        try stage.makeVault()
        let app = try stage.open("ACME")
        try app.press("Fill From Password Manager")
        try app.find("push button", "Details")
        try app.find("push button", "Fill From Password Manager")
    }
}
