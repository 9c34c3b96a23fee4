import AppTesting
import Foundation
import Testing

/// The checks that run in the program's own identity.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct CheckTests {
    /// What the program prints, and what it ends with. It gets no display.
    private func run(_ stage: Stage, _ arguments: String..., home: String? = nil) throws -> (
        lines: [String], status: Int32
    ) {
        let path = try stage.install("TestHost")
        let variables = home.map { stage.variables.merging(["CHATELAINE_HOME": $0]) { $1 } } ?? stage.variables
        #expect(variables["DISPLAY"] == nil && variables["WAYLAND_DISPLAY"] == nil)
        let (output, status) = try ChildProcess.run([path] + arguments, variables: variables)
        return (output.split(separator: "\n").map(String.init), status)
    }

    private func failures(in lines: [String]) -> [String] { lines.filter { $0.hasPrefix("not ok ") } }

    @Test func allHoldWithAnAgent() throws {
        let stage = try Stage()
        try stage.installPasswordManager()
        let (lines, status) = try run(stage, "--run-tests")
        #expect(status == 0 && failures(in: lines).isEmpty, "\(lines)")
        #expect(lines.count == 6 && lines.allSatisfy { $0.hasPrefix("ok ") })
        // It is the program that is known by that group, and nothing is left behind.
        #expect(lines.contains("ok items belong to the access group of this program (TestHost)"))
        #expect(lines.contains("ok the presence of a password manager can be queried (there is one)"))
        #expect(try !stage.chatelaine("list").contains("TestHost"))
    }

    @Test func allHoldWithoutAnAgent() throws {
        let stage = try Stage(startsAgent: false)
        let (lines, status) = try run(stage, "--run-tests")
        #expect(status == 0 && failures(in: lines).isEmpty, "\(lines)")
        #expect(lines.contains("ok the presence of a password manager can be queried (there is none)"))
        // Nothing is left behind, and the next run finds it so.
        #expect(try run(stage, "--run-tests").status == 0)
    }

    @Test func aLockedKeychainFailsTheChecksThatNeedIt() throws {
        let stage = try Stage()
        try stage.chatelaine("passcode", "set", "--stdin", input: "seven silly walruses\n")
        try stage.chatelaine("lock")
        let (lines, status) = try run(stage, "--run-tests")
        #expect(status == 1)
        let failed = failures(in: lines)
        #expect(failed.contains { $0.contains("an item is added") && $0.contains("(-25308)") }, "\(lines)")
        // Those that need nothing of it hold all the same.
        #expect(lines.contains { $0.hasPrefix("ok the presence of a password manager") })
        #expect(lines.count == 6)
    }

    @Test func aDamagedKeychainFailsTheChecksThatNeedIt() throws {
        let stage = try Stage(startsAgent: false)
        let home = stage.home + "/damaged"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        _ = try run(stage, "--run-tests", home: home)
        let files = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        let keychains = files.filter { $0.hasSuffix(".keychain") || $0.hasSuffix(".db") || $0.hasSuffix(".sqlite") }
        #expect(!keychains.isEmpty, "\(files)")
        for file in keychains {
            try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: "\(home)/\(file)"))
        }
        let (lines, status) = try run(stage, "--run-tests", home: home)
        #expect(status == 1 && !failures(in: lines).isEmpty, "\(lines)")
    }

    @Test func anotherArgumentIsRefused() throws {
        let (lines, status) = try run(Stage(startsAgent: false), "--run-test")
        #expect(status == 2 && lines.isEmpty)
    }
}
