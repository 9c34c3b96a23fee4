import Foundation
import Testing

/// Recovery keys on another machine: a home that has nothing of the first one but a file.
@Suite struct AnotherMachineTests {
    private static let titles = ["Bank", "Mail"]
    private static let new = "eight sober pelicans"

    /// - Parameter madeByAgent: whether the vault was an agent's.
    @Test(arguments: zip([Machine.empty, .withKeychain, .withAgent, .empty], [false, false, false, true]))
    func vaultIsRecoveredFromItsFileAlone(on machine: Machine, madeByAgent: Bool) throws {
        let vault = try VaultTool()
        let agent = madeByAgent ? try RunningAgent(vault.tool) : nil
        for title in Self.titles { _ = try vault.text("add", title, input: "of \(title)\n") }
        let key = try vault.text("recovery", "make", "--yes")
        agent?.end()
        let (other, otherAgent) = try machine.home()
        try vault.tool.copyFile(of: "vault.personal", to: other)
        let used = try other.run("vault", "recovery", "use", "--stdin", input: "\(key)\(Self.new)\n")
        #expect(used.status == 0, "\(used.complaint)")
        let password = Self.new + "\n"
        let list = try other.run("vault", "list", "--password-stdin", input: password)
        #expect(list.text.split(separator: "\n").count == Self.titles.count, "\(list.text)\(list.complaint)")
        for title in Self.titles {
            let shown = try other.run(
                "vault", "show", title, "--field", "password", "--password-stdin", input: password)
            #expect(shown.text == "of \(title)\n", "\(shown.complaint)")
        }
        if machine != .empty { #expect(try other.run("get", "own", "kim").text == "own\n") }
        otherAgent?.end()
    }

    /// The copy of a vault is not the keychain's: the advice for one would not open it.
    @Test(arguments: [["vault", "list"], ["vault", "status"], ["doctor"]])
    func theVaultsOwnCommandIsAdvised(by command: [String]) throws {
        let vault = try VaultTool()
        let other = try CommandLineTool()
        try vault.tool.copyFile(of: "vault.personal", to: other)
        let output = try other.run(command)
        #expect((output.text + output.complaint).contains("chatelaine vault recovery use"), "\(output)")
    }

    /// The copy is as it was, and the machine has no device key for it.
    @Test func wrongRecoveryKeyChangesNothing() throws {
        let (vault, another) = (try VaultTool(), try VaultTool())
        _ = try vault.text("recovery", "make", "--yes")
        let foreign = try another.text("recovery", "make", "--yes")
        let other = try CommandLineTool()
        try vault.tool.copyFile(of: "vault.personal", to: other)
        let before = try Data(contentsOf: other.file(of: "vault.personal"))
        #expect(try other.run("vault", "recovery", "use", "--stdin", input: "\(foreign)\(Self.new)\n").status == 51)
        #expect(try Data(contentsOf: other.file(of: "vault.personal")) == before)
        #expect(!FileManager.default.fileExists(atPath: other.deviceKey.path))
    }

    /// A keychain that belonged to the agent of its machine is every program's on one that has none.
    @Test(arguments: [Machine.empty, .withKeychain], [false, true])
    func keychainIsRecoveredFromItsFileAlone(on machine: Machine, ofAgent: Bool) throws {
        let tool = try CommandLineTool()
        tool.environment = [
            "HOME": tool.home.path, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
            "XDG_RUNTIME_DIR": tool.home.appendingPathComponent("runtime").path,
        ]
        let classes = ["when-unlocked", "after-first-unlock", "always"]
        for name in classes {
            #expect(try tool.run("set", name, "kim", "--attr", "accessible=\(name)", input: name).status == 0)
        }
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        let key = try tool.run("recovery-key", "make", "--yes", "--passcode-stdin", input: "passcode\n").text
        if ofAgent { #expect(try tool.run("agent", "install", "--without-systemd").status == 0) }
        let (other, _) = try machine.home()
        try tool.copyFile(of: "default", to: other)
        let used = try other.run("recovery-key", "use", "--stdin", input: key)
        #expect(used.status == 0 && used.complaint.isEmpty, "\(used.complaint)")
        for name in classes { #expect(try other.run("get", name, "kim").text == name + "\n") }
        #expect(try other.run("set", "new", "kim", input: "new").status == 0)
    }

    @Test func itemsOfTheOldDeviceAreCounted() throws {
        let tool = try CommandLineTool()
        let attribute = "accessible=when-unlocked-this-device"
        #expect(try tool.run("set", "here", "kim", "--attr", attribute, input: "x").status == 0)
        #expect(try tool.run("set", "anywhere", "kim", input: "y").status == 0)
        let key = try tool.run("recovery-key", "make", "--yes").text
        let other = try CommandLineTool()
        try tool.copyFile(of: "default", to: other)
        let used = try other.run("recovery-key", "use", "--stdin", input: key)
        #expect(used.status == 0)
        #expect(used.complaint.contains("1 items were stored for the old device"), "\(used.complaint)")
        #expect(try other.run("get", "anywhere", "kim").text == "y\n")
    }
}
