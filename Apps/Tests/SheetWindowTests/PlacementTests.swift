import AppTesting
import Testing

/// Where the window of a sheet belongs, as the program that asks says.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct PlacementTests {
    private let bank = BankStage.address

    /// With a program that has had the bank's login: it has its sheet without a master password.
    private func stage() throws -> Stage {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try pick(stage, sheet, program)
        return stage
    }

    /// A user who cancels three times is not asked again.
    private func pick(_ stage: Stage, _ sheet: RunningApp, _ program: AskingProgram) throws {
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        #expect(try program.answer()["password"] == "correct horse")
        try stage.waitUntilNoSheet()
    }

    /// What the window of a sheet says of itself on the display, as xprop prints it; nil: nothing.
    private func property(_ name: String, _ stage: Stage, window: String = "", token: String = "") throws -> String? {
        let program = try AskingProgram(stage, "find", bank, "{}", "{}", window, token)
        let sheet = try stage.sheet()
        let value = try sheet.property(name)
        try pick(stage, sheet, program)
        return value
    }

    /// The window that the sheet belongs to; nil: none.
    private func owner(_ stage: Stage, _ handle: String) throws -> String? {
        try property("WM_TRANSIENT_FOR", stage, window: handle)
    }

    @Test func theSheetBelongsToTheWindowOfItsProgram() throws {
        let stage = try stage()
        let program = try stage.open("TestHost")
        let handle = try program.handle
        // A number in hexadecimal, which is printed as one.
        #expect(try owner(stage, handle) == "0x" + handle.dropFirst(4))
    }

    @Test func withoutAHandleItBelongsToNone() throws {
        #expect(try owner(stage(), "") == nil)
    }

    /// None of them keeps the sheet from being shown.
    @Test func aHandleOfNoWindowIsLeftAlone() throws {
        let stage = try stage()
        let program = try stage.open("TestHost")
        let gone = try program.handle
        program.end()
        let none = [
            gone, "x11:0", "x11:7fffffff", "x11:ffffffffffffffff", "x11:-1", "x11:window", "wayland:", "nonsense",
            "wayland:some-handle", "x11:" + String(repeating: "1", count: 2000),
            "wayland:" + String(repeating: "a", count: 5000),
        ]
        for handle in none { #expect(try owner(stage, handle) == nil, "\(handle.prefix(40))") }
    }

    @Test func theTokenOfTheProgramReachesTheWindow() throws {
        let stage = try stage()
        let name = "_NET_STARTUP_ID"
        #expect(try property(name, stage, token: "bank-17_TIME4711") == "\"bank-17_TIME4711\"")
        // One that is none does not, and keeps the sheet from nothing.
        for token in [String(repeating: "a", count: 5000), "two words"] {
            let shown = try property(name, stage, token: token) ?? ""
            #expect(!shown.contains(token.prefix(9)))
        }
    }
}
