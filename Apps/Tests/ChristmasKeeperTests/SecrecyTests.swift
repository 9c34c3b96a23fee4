import AppTesting
import Foundation
import Testing

/// Where the PIN and the presents are not.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SecrecyTests {
    private let text = "A sledge for Noel"

    @Test func neitherPINNorPresentIsOnTheDisk() throws {
        let house = try House.lived()
        try house.add(text)
        try house.restart()
        try house.give(House.wrongPIN)
        _ = try house.app.find(nil, "Wrong password. Try again.")
        try house.give(House.pin)
        _ = try house.row(text)
        for secret in [House.pin, House.wrongPIN, text] {
            #expect(try house.files(with: secret, below: house.stage.home).isEmpty)
            #expect(!house.app.log.contains(secret))
        }
        #expect(try house.files(with: "Holly", below: house.stage.home + "/config").count == 1)
    }

    @Test func protectedFileOpensForItsProgramAndSaysNothing() throws {
        let house = try House.lived()
        try house.add(text)
        let path = try #require(house.presentFiles.first)
        #expect(try house.stage.chatelaine("ls", path).contains("complete"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func accessibilityClientsAreNotToldWhatIsTyped() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try house.type(House.pin)
        let all = try #require(house.app.tree?.all)
        for node in all {
            #expect(!node.name.contains(House.pin) && node.says?.contains(House.pin) != true)
            #expect(!node.details.contains(House.pin))
        }
        let field = try house.app.find("text", "Password")
        #expect(!field.interfaces.contains("Text") && !field.interfaces.contains("EditableText"))
    }

    @Test func titleOfTheWindowIsTheProgramsName() throws {
        let house = try House.lived()
        try house.add(text)
        try house.open(text)
        #expect(house.app.tree?.children.map(\.name) == ["ChristmasKeeper"])
        let (title, _) = try ChildProcess.run(
            ["xdotool", "getwindowname", house.app.window], variables: house.app.desktop.variables)
        #expect(title == "ChristmasKeeper\n")
    }
}
