import AppTesting
import Foundation
import Testing

/// What a program needs is not there.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct TroubleTests {
    @Test func agentThatEndsClosesTheListAndAnotherOpensIt() throws {
        let house = try House { stage in
            try stage.chatelaine("passcode", "set", "--stdin", input: "seven silly walruses\n")
        }
        try house.setUp()
        try house.add("A sledge for Noel")
        house.stage.killAgent()
        try house.dialog("The Keychain Is Locked")
        try house.photograph("locked")
        try house.stage.startAgent()
        try house.stage.chatelaine("unlock", "--stdin", input: "seven silly walruses\n")
        try house.app.press("Try Again")
        try house.give(House.pin)
        _ = try house.row("A sledge for Noel")
    }

    @Test func unwritablePresentIsReportedAndNotLost() throws {
        let house = try House.lived()
        try house.add("A sledge for Noel")
        let directory = house.stage.home + "/share"
        try mount("--bind", directory, directory)
        defer { _ = try? ChildProcess.run(["umount", "-l", directory]) }
        try mount("-o", "remount,ro,bind", directory)
        try house.app.press("New Present")
        try house.app.enter("Skates", into: "Details of the present")
        try house.app.press("Done")
        _ = try house.app.find(where: { ($0.says ?? $0.name).contains("Read-only file system") })
        #expect(try house.app.find("text", "Details of the present").says == "Skates")
        _ = try ChildProcess.run(["umount", "-l", directory])
        try house.app.press("Done")
        _ = try house.row("Skates")
    }

    @Test func unwritableHomeIsReportedAtTheFirstStart() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        let directory = house.stage.home
        try mount("--bind", directory, directory)
        defer { _ = try? ChildProcess.run(["umount", "-l", directory]) }
        try mount("-o", "remount,ro,bind", directory)
        try house.app.enter("Holly", into: "Name")
        try house.give(House.pin)
        try house.dialog("The List Cannot Be Read or Written")
        _ = try ChildProcess.run(["umount", "-l", directory])
        try house.app.press("Try Again")
        try house.setUp()
    }

    @Test func damagedFileDoesNotKeepTheOthersAway() throws {
        let house = try House.lived()
        try house.add("A sledge for Noel")
        let damaged = try #require(house.presentFiles.first)
        try house.add("Skates")
        try Data("not what was written".utf8).write(to: URL(fileURLWithPath: damaged))
        try house.restart()
        try house.give(House.pin)
        _ = try house.row("Skates")
        _ = try house.app.find(nil, "One present cannot be opened: its file is damaged or belongs to another list.")
    }

    private func mount(_ words: String...) throws {
        let (_, status) = try ChildProcess.run(["mount"] + words)
        guard status == 0 else { throw TestFailure("mount \(words) ends with \(status)") }
    }
}
