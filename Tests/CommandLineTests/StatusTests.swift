import Foundation
import Testing

/// The output of `status` for a user whose program does not get its items.
@Suite struct StatusTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        tool.environment = [
            "HOME": tool.home.path, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
            "XDG_RUNTIME_DIR": tool.home.appendingPathComponent("runtime").path,
        ]
        #expect(try tool.run("set", "mail", "alice", input: "x").status == 0)
    }

    private var socket: String { tool.home.path + "/keychain/run/agent.socket" }

    private func status() throws -> [String: String] {
        let result = try tool.run("status")
        #expect(result.status == 0, "\(result.complaint)")
        var lines: [String: String] = [:]
        for line in result.text.split(separator: "\n") {
            lines[line.prefix(16).trimmingCharacters(in: .whitespaces)] = String(line.dropFirst(16))
        }
        return lines
    }

    private struct JSON: Decodable {
        let agent: String?
        let managed: Bool?
        let locked: Bool
    }

    private func json() throws -> JSON {
        try JSONDecoder().decode(JSON.self, from: tool.run("status", "--json").bytes)
    }

    @Test func withoutAnAgentEachProgramServesItself() throws {
        let lines = try status()
        #expect(
            lines["served by"]
                == "no agent: each program opens the keychain files itself (no agent listens at \(socket))")
        #expect(lines["lock"] == "open: there is no passcode")
        #expect(lines["start it with"] == nil)
        let json = try json()
        #expect(json.agent == nil && json.managed == false && !json.locked)
    }

    @Test func aKeychainOfAnAgentThatDoesNotRunSaysHowToStartIt() throws {
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let lines = try status()
        #expect(lines["served by"]?.hasPrefix("no process: the keychain belongs to the agent") == true)
        #expect(lines["served by"]?.contains(socket) == true)
        #expect(lines["programs"]?.contains("-25291") == true)
        #expect(lines["start it with"] == "systemctl --user start chatelaine.socket, or: chatelaine agent")
        #expect(lines["lock"]?.hasPrefix("not available; unlocked as soon as") == true)
        #expect(lines["items"] == "1 generic")
        let json = try json()
        #expect(json.agent == nil && json.managed == true && !json.locked)
        // A look is no key.
        #expect(try tool.run("get", "mail", "alice").status == 1)
    }

    @Test func passcodeKeepsItLockedAfterTheAgentStarts() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        #expect(try status()["lock"] == "not available; locked when the agent starts: a passcode is set")
        #expect(try json().locked)
        let agent = try RunningAgent(tool)
        #expect(try status()["lock"]?.hasPrefix("locked, and not unlocked since the start") == true)
        agent.end()
    }

    /// Messages that are otherwise only in the service manager's log.
    @Test func limitsOfTheAgentAreReported() throws {
        // Root's processes may lock as much as they want, unless they give that up.
        let withoutPrivilege = ["/usr/bin/setpriv", "--bounding-set", "-ipc_lock", "--inh-caps", "-ipc_lock"]
        let agent = try RunningAgent(
            tool, by: (geteuid() == 0 ? withoutPrivilege : []) + ["/usr/bin/prlimit", "--memlock=65536:65536"])
        #expect(try status()["note"]?.contains("swap space") == true)
        agent.end()
    }

    @Test func anAgentThatRunsIsNamed() throws {
        let agent = try RunningAgent(tool)
        #expect(try status()["served by"]?.hasPrefix("the agent (process ") == true)
        #expect(try status()["served by"]?.hasSuffix(" at \(socket)") == true)
        #expect(try json().agent == socket)
        #expect(try json().managed == false)
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        #expect(try json().managed == true)
        #expect(try status()["start it with"] == nil)
        agent.end()
    }
}
