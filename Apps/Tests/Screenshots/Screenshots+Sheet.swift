import AppTesting
import Testing

extension Screenshots {
    @Test(arguments: schemes) func sheet(scheme: String) throws {
        let stage = try still(scheme)
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.vault("add", "Bank", "username=shop", "website=https://bank.example", input: "battery\n")
        try stage.startPrompter()
        let program = try AskingProgram(stage, "find", "https://bank.example")
        let sheet = try stage.sheet()
        try take("sheet-unlock", scheme, of: sheet, height: 560)
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try sheet.find("list item", "Bank, alice")
        try take("sheet-list", scheme, of: sheet, height: 560)
        program.end()
        try stage.waitUntilNoSheet()
        let store = try AskingProgram(
            stage, named: "Shop", "store", "https://shop.example", #"{"username": "alice", "fields": {"city": "Bern"}}"#
        )
        let editor = try stage.sheet()
        try editor.type(Stage.password, into: "Master password")
        try editor.press("Unlock")
        try editor.find("text", "city")
        try take("sheet-editor", scheme, of: editor, height: 620)
        store.end()
    }

    @Test(arguments: schemes) func questions(scheme: String) throws {
        let stage = try still(scheme)
        try stage.chatelaine("passcode", "set", "--stdin", input: "four words of mine\n")
        try stage.startPrompter()
        let program = try ProbeProgram(stage, named: "Notes", "confirm", "show your notes", "0")
        let passcode = try stage.sheet()
        try takeFront("Permission Request", "question-passcode", scheme, of: passcode, height: 420, closing: false)
        try passcode.press("Cancel")
        _ = try program.output()
    }
}
