import Foundation
import Glibc
import TestSupport
import Testing

/// The commands `backup` and `restore`, between two homes that are two machines.
@Suite struct BackupCommandTests {
    private static let password = "seven silly walruses ate\n"
    private static let vaultPassword = "four grey elephants sang\n"
    let (old, new): (CommandLineTool, CommandLineTool)
    private let file: String

    init() throws {
        (old, new) = (try CommandLineTool(), try CommandLineTool())
        for tool in [old, new] {
            tool.environment = [
                "HOME": tool.home.path, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
                "XDG_RUNTIME_DIR": tool.home.path + "/runtime",
            ]
        }
        file = old.home.path + "/home.chatelaine-backup"
        #expect(try old.run("set", "mail", "alice", input: "secret").status == 0)
    }

    private func makeVault(_ tool: CommandLineTool, _ name: String = "personal") throws {
        let made = try tool.run("vault", "create", name, "--password-stdin", input: Self.vaultPassword)
        try #require(made.status == 0, "\(made.complaint)")
    }

    private func backUp(_ arguments: String...) throws -> CommandLineTool.Output {
        try old.run(["backup", file, "--password-stdin"] + arguments, input: Data(Self.password.utf8))
    }

    private func read(_ tool: CommandLineTool, _ words: String...) throws -> CommandLineTool.Output {
        try tool.run(words + ["--password-stdin"], input: Data(Self.password.utf8))
    }

    private func members(_ output: CommandLineTool.Output) throws -> [String: Any] {
        #expect(output.status == 0, "\(output.complaint)")
        return try #require(try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
    }

    @Test func everythingOpensOnAnotherMachine() throws {
        try makeVault(old)
        #expect(try old.run("passcode", "set", "--stdin", input: "1234\n").status == 0)
        #expect(try backUp().status == 0)
        let restored = try read(new, "restore", file)
        #expect(restored.status == 0, "\(restored.complaint)")
        #expect(restored.text.contains("restored keychain default: 1 item; its passcode opens it"))
        #expect(try new.run("get", "mail", "alice").status == 36)
        #expect(try new.run("get", "mail", "alice", "--passcode-stdin", input: "1234\n").text == "secret\n")
        #expect(try new.run("vault", "list", "--password-stdin", input: Self.vaultPassword).status == 0)
        #expect(try new.run("vault", "list", "--password-stdin", input: "another\n").status == 51)
        let doctor = try new.run("doctor")
        #expect(doctor.status == 0, "\(doctor.text)")
    }

    @Test func aWrongPasswordEndsWithFiftyOne() throws {
        #expect(try backUp().status == 0)
        for words in [["backup", "--list", file], ["backup", "--verify", file], ["restore", file]] {
            let refused = try new.run(words + ["--password-stdin"], input: Data("guess\n".utf8))
            #expect(refused.status == 51, "\(words)")
            #expect(!refused.complaint.contains("guess"))
        }
        #expect(try new.run("get", "mail", "alice").status == 44)
    }

    @Test func aListAndACheckSayWhatIsInIt() throws {
        try makeVault(old)
        let made = try members(backUp("--json"))
        #expect(made["file"] as? String == file)
        let list = try members(read(new, "backup", "--list", file, "--json"))
        let contents = try #require(list["contents"] as? [[String: Any]])
        #expect(contents.map { $0["name"] as? String } == ["default", "personal"])
        #expect(contents.map { $0["kind"] as? String } == ["keychain", "vault"])
        let check = try members(read(new, "backup", "--verify", file, "--json"))
        #expect(check["sound"] as? Bool == true)
        let text = try read(new, "backup", "--list", file)
        #expect(text.text.contains("vault personal: "))
        #expect(text.text.contains("opens with its master password"))
    }

    @Test func itemsThatStayAreListed() throws {
        #expect(
            try old.run("add", "--service", "s", "--account", "a", "--attr", "pdmn=dku", input: "x").status == 0)
        #expect(try backUp().status == 0)
        let text = try read(new, "backup", "--list", file).text
        #expect(text.contains("not in the backup: 1 of the class dku, which stay on their device"), "\(text)")
    }

    @Test func anExistingFileIsKeptWithoutForce() throws {
        #expect(try backUp().status == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(try backUp().status == 45)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try backUp("--force").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) != before)
    }

    @Test func aRecoveryKeyIsPrintedOnceAndOpensTheBackup() throws {
        let made = try old.run("backup", file, "--recovery-key")
        #expect(made.status == 0, "\(made.complaint)")
        #expect(made.text.split(separator: "-").count == 7)
        #expect(try read(new, "backup", "--list", file).status == 1, "a password is no recovery key")
        let restored = try new.run("restore", file, "--password-stdin", input: made.text)
        #expect(restored.status == 0, "\(restored.complaint)")
        #expect(try new.run("get", "mail", "alice").text == "secret\n")
    }

    @Test func whatExistsIsRefusedOrRenamedOrReplaced() throws {
        try makeVault(old)
        try makeVault(new)
        #expect(try new.run("set", "own", "kim", input: "own").status == 0)
        #expect(try backUp().status == 0)
        let refused = try read(new, "restore", file)
        #expect(refused.status == 45)
        #expect(refused.complaint.contains("--as NAME") && refused.complaint.contains("--replace"))
        #expect(try read(new, "restore", file, "--only", "personal", "--as", "other").status == 0)
        #expect(try new.run("vault", "status").text.contains("other"))
        #expect(try new.run("get", "own", "kim").text == "own\n")
        let replaced = try members(read(new, "restore", file, "--only", "default", "--replace", "--json"))
        #expect(try new.run("get", "mail", "alice").text == "secret\n")
        let saved = try #require(replaced["replaced"] as? String)
        #expect(try read(new, "backup", "--verify", saved).status == 0)
        #expect(try read(new, "restore", saved, "--replace").status == 0)
        #expect(try new.run("get", "own", "kim").text == "own\n")
    }

    @Test func weakAndMissingPasswordsAreRefused() throws {
        #expect(try old.run("backup", file, "--password-stdin", input: "password\n").status == 2)
        #expect(try old.run("backup", file, "--password-stdin", input: "\n").status == 2)
        #expect(try old.run("backup", file).status == 36)
        #expect(try old.run("backup", file, "--password-stdin", "--allow-weak", input: "password\n").status == 0)
    }

    // MARK: - With an agent

    @Test func anAgentGoesOnWhileABackupIsMadeAndFindsWhatIsRestored() throws {
        try makeVault(old)
        let agent = try RunningAgent(old)
        #expect(try old.run("set", "later", "bob", input: "last change").status == 0)
        #expect(try backUp().status == 0)
        #expect(agent.end() == 0)
        #expect(try new.run("set", "own", "kim", input: "own").status == 0)
        let other = try RunningAgent(new)
        let restored = try read(new, "restore", file, "--only", "personal")
        #expect(restored.status == 0, "\(restored.complaint)")
        #expect(try new.run("vault", "list", "--password-stdin", input: Self.vaultPassword).status == 0)
        let refused = try read(new, "restore", file, "--only", "default", "--replace")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("systemctl --user stop chatelaine.socket"))
        #expect(other.end() == 0)
        #expect(try read(new, "restore", file, "--only", "default", "--replace").status == 0)
        #expect(try new.run("get", "later", "bob").text == "last change\n")
    }

    // MARK: - Schedule

    private var units: String { old.home.path + "/.config/systemd/user/" }

    private func schedule(_ words: String...) throws -> CommandLineTool.Output {
        try read(old, "backup", "--schedule", "daily", old.home.path + "/backups")
    }

    @Test func theCommandOfTheUnitMakesABackupWithoutAPassword() throws {
        #expect(try old.run("passcode", "set", "--stdin", input: "1234\n").status == 0)
        let made = try schedule()
        #expect(made.status == 0, "\(made.complaint)")
        #expect(made.complaint.contains("17 12 * * * CHATELAINE_HOME="), "there is no service manager here")
        let unit = try String(contentsOfFile: units + "chatelaine-backup.service", encoding: .utf8)
        let start = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let words = start.dropFirst("ExecStart=".count).replacing("\"", with: "").split(separator: " ").map(String.init)
        let ran = try old.run(Array(words.dropFirst()), executable: words[0])
        #expect(ran.status == 0, "\(ran.complaint)")
        let backup = try #require(try FileManager.default.contentsOfDirectory(atPath: old.home.path + "/backups").first)
        #expect(try read(new, "restore", old.home.path + "/backups/" + backup).status == 0)
        #expect(try new.run("get", "mail", "alice", "--passcode-stdin", input: "1234\n").text == "secret\n")
        #expect(try old.run("status").text.contains("backups         daily to "))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func systemdUnderstandsTheUnits() throws {
        #expect(try schedule().status == 0)
        try FileManager.default.createDirectory(atPath: old.home.path + "/runtime", withIntermediateDirectories: false)
        let checked = try old.run(
            ["verify", "--user", "--man=no", units + "chatelaine-backup.service", units + "chatelaine-backup.timer"],
            executable: "/usr/bin/systemd-analyze")
        #expect(checked.status == 0, "\(checked.complaint)")
        #expect(!checked.complaint.contains("chatelaine-backup"), "\(checked.complaint)")
        #expect(
            try String(contentsOfFile: units + "chatelaine-backup.timer", encoding: .utf8).contains("Persistent=true"))
    }

    @Test func statusSaysThatOneHasFailed() throws {
        #expect(try members(old.run("status", "--json"))["backups"] is NSNull)
        #expect(try schedule().status == 0)
        try FileManager.default.removeItem(atPath: old.home.path + "/backups")
        #expect(try old.run("backup", "--scheduled").status == 1)
        let status = try members(old.run("status", "--json"))
        let backups = try #require(status["backups"] as? [String: Any])
        #expect((backups["failure"] as? String)?.contains("is not there") == true)
        #expect(backups["overdue"] as? Bool == false)
        #expect(try old.run("status").text.contains("backup failed"))
    }

    @Test func unscheduleTakesEverythingBack() throws {
        #expect(try schedule().status == 0)
        #expect(try old.run("backup", "--unschedule").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: units).isEmpty)
        #expect(try old.run("backup", "--scheduled").status == 1)
        #expect(try !old.run("status").text.contains("backups"))
        #expect(try old.run("backup", "--unschedule").text == "there was no schedule of backups\n")
    }

    @Test(arguments: [
        ["backup"], ["backup", "--verify", "--list", "x"], ["backup", "x", "--keep", "3"],
        ["backup", "--scheduled", "x"],
        ["backup", "--verify", "x", "--force"], ["backup", "x", "--schedule", "hourly"],
        ["backup", "x", "--recovery-key", "--password-stdin"], ["restore"],
    ])
    func whatMakesNoSenseTogetherIsRefused(words: [String]) throws {
        #expect(try old.run(words).status == 2)
    }
}
