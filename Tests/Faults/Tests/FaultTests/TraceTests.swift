import CFork
import Foundation
import TestSupport
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// Locked secrets are in no process's memory and in no file.
@Suite(.serialized) struct TraceTests {
    /// The allocator overwrites the beginning of what is freed.
    private static let padding = String(repeating: "-", count: 40)
    static let passcode = padding + "a passcode like no other 8305"
    static let account = padding + "an account like no other 1946"
    static let service = padding + "a service like no other 5527"
    static let label = padding + "a label like no other 7714"
    static let secret = padding + "a secret like no other 6038"

    private static let names = ["account": account, "service": service, "label": label].mapValues(end)
    private static let secrets = ["passcode": passcode, "secret": secret].mapValues(end)

    private static func end(_ text: String) -> String { String(text.dropFirst(padding.count)) }

    /// A keychain with a passcode and an item that only it opens.
    private static func make(_ root: String) throws -> [String: [UInt8]] {
        let keychain = try openFresh(root)
        try keychain.setPasscode(FaultTests.passcode(passcode))
        for number in 0..<20 {
            // Of different lengths, so that what is freed is not overwritten by the next of its size.
            let more = String(repeating: ".", count: number * number)
            try keychain.add(
                NewItem(
                    .genericPassword,
                    [
                        .account: .string(account + more), .service: .string(service + more),
                        .label: .string(label + more),
                        .accessible: "ak",
                    ], data: Data((secret + more).utf8)))
        }
        let keys = try keychain.store.keys
        var classKeys: [String: [UInt8]] = [:]
        for record in keys.keybag.classKeys where record.protection.availability == .whileUnlocked {
            classKeys["class key \(record.protection.code)"] = try keys.classKey(number: record.number).key
                .withUnsafeBytes { Array($0) }
        }
        return classKeys
    }

    /// A process that has unlocked a keychain of ours and holds its items, and the keys that are open in it.
    private static func unlockedHelper(_ root: String) throws -> (Helper, classKeys: [String: [UInt8]]) {
        let classKeys = try make(root)
        let helper = try Helper(["lock", root])
        helper.send(passcode)
        try helper.expect("unlocked")
        return (helper, classKeys)
    }

    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func lockedProcessHoldsNoSecret() throws {
        let directory = try TemporaryDirectory()
        let (helper, classKeys) = try Self.unlockedHelper(directory("root"))
        let before = try Core(of: helper.process.id, in: directory)
        // The control: a dump of an unlocked process that has read the items has to show the keys and the items.
        #expect(Set(classKeys.filter { before.contains($0.value) }.keys) == Set(classKeys.keys))
        for (name, text) in Self.names { #expect(before.contains(Array(text.utf8)), "the \(name) is not in memory") }
        #expect(before.contains(Array(Self.end(Self.secret).utf8)))
        helper.send()
        try helper.expect("locked")
        let after = try Core(of: helper.process.id, in: directory)
        for (name, key) in classKeys { #expect(!after.contains(key), "the \(name) is in memory") }
        for (name, text) in Self.secrets { #expect(!after.contains(Array(text.utf8)), "the \(name) is in memory") }
        for (name, text) in Self.names { #expect(!after.contains(Array(text.utf8)), "the \(name) is in memory") }
        helper.closeInput()
    }

    /// The same of an agent that has served the items to a program: it holds keys while it is unlocked, and afterwards none.
    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func lockedAgentHoldsNoSecret() throws {
        let directory = try TemporaryDirectory()
        let classKeys = try Self.make(directory("data"))
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        func command(_ arguments: String) throws -> String {
            let line = "printf '%s\\n' '\(Self.passcode)' | '\(AgentProcess.program)' \(arguments)"
            return try runTool(["CHATELAINE_HOME=\(agent.home)", "/bin/bash", "-c", line]).text
        }
        #expect(try command("unlock --stdin") == "")
        let found = try command("get --passcode-stdin -- '\(Self.service)' '\(Self.account)'")
        #expect(found.contains(Self.secret), "\(found)")
        let before = try Core(of: agent.process.id, in: directory)
        // The control: the keys have to be found while they are there.
        #expect(Set(classKeys.filter { before.contains($0.value) }.keys) == Set(classKeys.keys))
        #expect(try command("lock") == "")
        let after = try Core(of: agent.process.id, in: directory)
        for (name, key) in classKeys { #expect(!after.contains(key), "the \(name) is in memory") }
        for (name, text) in Self.secrets { #expect(!after.contains(Array(text.utf8)), "the \(name) is in memory") }
        for (name, text) in Self.names { #expect(!after.contains(Array(text.utf8)), "the \(name) is in memory") }
    }

    /// As if the agent had been taken over: it tries to make files.
    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func agentWritesOnlyItsOwnFiles() throws {
        let directory = try TemporaryDirectory()
        let home = directory("home")
        let agent = try AgentProcess(home: home)
        defer { agent.end() }
        func makes(_ path: String) throws -> Bool {
            let call = "(int) open(\"\(path)\", \(O_CREAT | O_WRONLY), 0600)"
            let text = try gdb(of: "\(agent.process.id)", calls: [call])
            #expect(text.contains("$1 = "), "\(text)")
            return access(path, F_OK) == 0
        }
        #expect(try makes(home + "/data/keychains/file"))
        #expect(try !makes(directory("file")))
        #expect(try !makes("/dev/shm/chatelaine-test-file"))
    }

    /// As if the helper that looks at programs had been taken over: it tries each way to change a file.
    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func helperThatLooksAtProgramsChangesNoFile() throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let helper = try helperThatLooks(for: agent)
        let (file, new) = (directory("file"), directory("new"))
        try Data("contents".utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
        func opened(_ path: String, _ flags: Int32) -> String { "(int) open(\"\(path)\", \(flags), 0600)" }
        let unnamed: Int32 = 0o20000000 | O_DIRECTORY
        let calls = [
            opened(file, O_WRONLY), opened(file, O_RDWR), opened(file, O_RDONLY | O_TRUNC), opened(file, 3),
            opened(file, O_RDONLY | O_APPEND), opened(new, O_RDONLY | O_CREAT),
            opened(directory.path, O_RDWR | unnamed),
            "(int) openat(-100, \"\(file)\", \(O_WRONLY))", "(int) creat(\"\(new)\", 0600)",
            "(int) truncate(\"\(file)\", 0)", "(int) unlink(\"\(file)\")", "(int) rename(\"\(file)\", \"\(new)\")",
            "(int) link(\"\(file)\", \"\(new)\")", "(int) symlink(\"\(file)\", \"\(new)\")",
            "(int) chmod(\"\(file)\", 0644)", "(int) mkdir(\"\(new)\", 0700)", "(int) mkfifo(\"\(new)\", 0600)",
            "(int) utimes(\"\(file)\", 0)",
        ]
        // The control: it may read.
        try expectRefusals(of: calls, by: helper, exceptFor: opened(file, O_RDONLY))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "contents")
        #expect(access(new, F_OK) != 0)
    }

    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func helperThatLooksAtProgramsStartsAndAttachesToNothing() throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let calls = [
            "(int) execl(\"/bin/true\", \"true\", 0)", "(int) socket(\(AF_UNIX), 1, 0)",
            "(int) socket(\(AF_INET), 1, 0)", "(long) ptrace(16, \(agent.process.id), 0, 0)",
        ]
        try expectRefusals(of: calls, by: helperThatLooks(for: agent), exceptFor: "(int) getpid()")
    }

    /// The process that identifies programs for an agent.
    private func helperThatLooks(for agent: AgentProcess) throws -> String {
        let children = try String(
            contentsOfFile: "/proc/\(agent.process.id)/task/\(agent.process.id)/children", encoding: .utf8)
        let helper = children.split(separator: " ").first {
            (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8))?.hasPrefix("chatelaine-iden") == true
        }
        return String(try #require(helper))
    }

    private func expectRefusals(of calls: [String], by process: String, exceptFor control: String) throws {
        let result = try gdb(of: process, calls: [control] + calls)
        let answers = result.split(separator: "\n").filter { $0.hasPrefix("$") }.compactMap {
            Int($0.split(separator: " ")[2])
        }
        #expect(answers.count == calls.count + 1, "\(result)")
        #expect(answers.first ?? -1 >= 0, "\(result)")
        for (call, answer) in zip(calls, answers.dropFirst()) { #expect(answer == -1, "\(call)") }
    }

    /// Has a process make calls, and returns what gdb prints.
    private func gdb(of process: String, calls: [String]) throws -> String {
        // Dispatch has blocked all signals in this thread, and gdb would wait for one of them for ever.
        let unblocking = "use POSIX; sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV"
        return try runTool(
            ["timeout", "60", "perl", "-e", unblocking, "gdb", "-q", "-nx", "-batch", "-p", process]
                + calls.flatMap { ["-ex", "call \($0)"] }
        ).text
    }

    /// What is overwritten when it is freed is not overwritten before.
    @Test func memoryThatMovesKeepsItsContents() throws {
        let helper = try Helper(["reallocate"])
        try helper.expect("kept")
    }

    /// Guarded pages are not in an ordinary core dump at all.
    @Test(.enabled(if: Core.isPossible, "needs gdb and the permission to look into a process"))
    func ordinaryDumpOfAnUnlockedProcessHoldsNoKey() throws {
        let directory = try TemporaryDirectory()
        let (helper, classKeys) = try Self.unlockedHelper(directory("root"))
        let core = try Core(of: helper.process.id, in: directory, withGuardedPages: false)
        for (name, key) in classKeys { #expect(!core.contains(key), "the \(name) is in a core dump") }
        #expect(!core.contains(Array(Self.end(Self.passcode).utf8)))
        helper.closeInput()
    }

    /// The file, its log and index, and whatever else there is, at every moment of an item's life.
    @Test func filesShowNothingOfAnItem() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let classKeys = try Self.make(root)
        try expectNoTraces(directory, classKeys)
        let keychain = try openFresh(root)
        try expectNoTraces(directory, classKeys)
        try keychain.unlock(passcode: FaultTests.passcode(Self.passcode))
        try keychain.update(Query(.genericPassword), with: Changes([.comment: .string(Self.label)]))
        try expectNoTraces(directory, classKeys)
        try keychain.delete(Query(.genericPassword))
        try expectNoTraces(directory, classKeys)
        keychain.close()
        try expectNoTraces(directory, classKeys)
    }

    private func expectNoTraces(_ directory: TemporaryDirectory, _ keys: [String: [UInt8]]) throws {
        let files = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
        var looked = 0
        for file in files {
            guard let contents = FileManager.default.contents(atPath: directory(file)) else { continue }
            looked += 1
            for (name, text) in Self.names.merging(Self.secrets, uniquingKeysWith: { one, _ in one }) {
                #expect(contents.range(of: Data(text.utf8)) == nil, "the \(name) is in \(file)")
                #expect(
                    contents.range(of: Data(text.data(using: .utf16LittleEndian) ?? Data())) == nil,
                    "the \(name) is in \(file)")
            }
            for (name, key) in keys { #expect(contents.range(of: Data(key)) == nil, "the \(name) is in \(file)") }
        }
        #expect(looked >= 4)
    }

    /// A deleted item is gone from the disk, not only from the index: not even its sealed form stays.
    @Test func deletedItemLeavesNoSealedForm() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        let keychain = try openFresh(root)
        try keychain.add("stays", "1")
        try keychain.add("goes", String(repeating: "2", count: 3000))
        let sealed = try keychain.store.read { session in
            var parts: [Data] = []
            _ = try ItemTable(db: session.db).row(2) { row in
                parts = [Data(row.secret), Data(row.metadata), Data(row.wrappedKey)]
                return true
            }
            return parts
        }
        #expect(sealed.count == 3)
        try keychain.delete(Query(.genericPassword, [.account: "goes"]))
        let files = try FileManager.default.contentsOfDirectory(atPath: root + "/keychains")
        for file in files {
            let contents = try Data(contentsOf: URL(fileURLWithPath: root + "/keychains/" + file))
            for part in sealed { #expect(contents.range(of: part.prefix(64)) == nil, "\(file)") }
        }
    }
}

/// A core dump of a process.
private struct Core {
    private let contents: Data

    /// Whether gdb is there and may attach to a process of ours.
    static let isPossible: Bool = {
        guard let result = try? runTool(["gdb", "--version"]) else { return false }
        return result.exitCode == 0
    }()

    init(of process: Int32, in directory: TemporaryDirectory, withGuardedPages: Bool = true) throws {
        let path = directory("core-\(UUID().uuidString)")
        var arguments = ["gdb", "--batch", "--nx"]
        if withGuardedPages {
            arguments += ["-ex", "set dump-excluded-mappings on", "-ex", "set use-coredump-filter off"]
        }
        let result = try runTool(
            arguments + ["-p", "\(process)", "-ex", "generate-core-file \(path)", "-ex", "detach"])
        contents = try #require(FileManager.default.contents(atPath: path), "\(result.text)")
        try FileManager.default.removeItem(atPath: path)
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        contents.withUnsafeBytes { contents in
            guard let start = contents.baseAddress else { return false }
            return faults_contains(start, contents.count, bytes, bytes.count)
        }
    }
}
