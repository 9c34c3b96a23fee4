import AppTesting
import Foundation
import Testing

/// The program goes to the background, or is told to close the list.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct BackgroundTests {
    private static let text = "A sledge for Noel"

    private func lived() throws -> House {
        let house = try House.lived()
        try house.add(Self.text)
        return house
    }

    private func isClosed(_ house: House) throws {
        try house.dialog("Enter Password")
        #expect(house.app.look("push button", "New Present") == nil)
        // Nothing of it is anywhere in the window, shown or not.
        #expect(
            house.app.tree?.all.contains { $0.name.contains(Self.text) || $0.says?.contains(Self.text) == true }
                == false)
    }

    @Test func minimisingAsksForThePassword() throws {
        let house = try lived()
        // What a window manager does.
        let (_, status) = try ChildProcess.run(
            [
                "xprop", "-id", house.app.window, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE",
                "_NET_WM_STATE_HIDDEN",
            ],
            variables: house.app.desktop.variables)
        #expect(status == 0)
        try isClosed(house)
    }

    @Test func lockOfTheKeychainAsksForThePassword() throws {
        let house = try House { try $0.chatelaine("passcode", "set", "--stdin", input: "seven silly walruses\n") }
        try house.setUp()
        try house.add(Self.text)
        try house.stage.chatelaine("lock")
        try house.dialog("The Keychain Is Locked")
        #expect(house.app.look("push button", "New Present") == nil)
        try house.stage.chatelaine("unlock", "--stdin", input: "seven silly walruses\n")
        try house.app.press("Try Again")
        try house.give(House.pin)
        _ = try house.row(Self.text)
    }

    @Test func keyAndButtonAskForThePassword() throws {
        let house = try lived()
        try house.open(Self.text)
        try house.app.desktop.press("ctrl+l")
        try isClosed(house)
        try house.give(House.pin)
        _ = try house.row(Self.text)
        try house.app.press("Close the list, and ask for the password")
        try isClosed(house)
    }

    @Test func unfinishedPresentIsSealedAndRestored() throws {
        let house = try lived()
        let unfinished = "Unfinished: marzipan"
        try house.app.press("New Present")
        try house.app.enter(unfinished, into: "Details of the present")
        try house.app.desktop.press("ctrl+l")
        try isClosed(house)
        #expect(try house.files(with: unfinished, below: house.stage.home).isEmpty)
        try house.restart()
        try house.give(House.pin)
        _ = try house.app.find("text", "Details of the present", where: { $0.says == unfinished })
        _ = try house.app.find(nil, "Your unfinished present.")
        try house.app.press("Done")
        _ = try house.row(unfinished)
        // Once is enough.
        try house.app.desktop.press("ctrl+l")
        try house.give(House.pin)
        _ = try house.row(unfinished)
        #expect(house.presentFiles.count == 2)
    }
}
