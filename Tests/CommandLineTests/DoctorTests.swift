import Foundation
import Glibc
import Testing

@testable import chatelaine

@Suite struct DoctorTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    private func object(_ arguments: String...) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: tool.run(arguments).bytes) as? [String: Any])
    }

    @Test func aNewKeychainIsHealthy() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        let output = try tool.run("doctor")
        #expect(output.status == 0)
        #expect(output.text.contains("healthy"))
        #expect(try object("doctor", "--json")["items"] as? Int == 1)
    }

    @Test func noKeychainYetIsNoFault() throws {
        #expect(try tool.run("doctor").status == 0)
    }

    @Test func problemsAreReportedAndRepairedOnRequest() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        let path = try #require(object("status", "--json")["keychain"] as? String)
        #expect(chmod(path, 0o644) == 0)
        let sick = try tool.run("doctor")
        #expect(sick.status == 1)
        #expect(sick.text.contains("644"))
        #expect(sick.complaint.contains("--repair"))
        let repaired = try tool.run("doctor", "--repair")
        #expect(repaired.status == 0)
        #expect(repaired.text.contains("repaired: "))
        #expect(try tool.run("get", "s", "a").text == "x\n")
    }

    @Test func copiesFromBeforeRepairsAreListedAndRemovedOnRequest() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        let path = try #require(object("status", "--json")["keychain"] as? String)
        let copy = path + ".before-repair-1700000000"
        let files = [copy, copy + "-wal"]
        for file in files { try Data("copy".utf8).write(to: URL(fileURLWithPath: file)) }
        let found = try tool.run("doctor")
        #expect(found.status == 0 && found.text.contains("the keychain is healthy"))
        #expect(found.text.contains("note: “\(copy)” is a copy from before the repair on 2023-11-14"))
        #expect(found.text.contains("chatelaine doctor --remove-copies"))
        let findings = try #require(object("doctor", "--json")["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["repair-copy"])
        // The copy of the same command would be gone before its user has seen what the repair did.
        #expect(try tool.run("doctor", "--repair", "--remove-copies").status == 2)
        #expect(files.allSatisfy(FileManager.default.fileExists(atPath:)))
        let removed = try tool.run("doctor", "--remove-copies")
        #expect(removed.status == 0 && removed.text.contains("permanently removed 1 copies"))
        #expect(!removed.text.contains(copy))
        #expect(!files.contains(where: FileManager.default.fileExists(atPath:)))
        #expect(try tool.run("get", "s", "a").text == "x\n")
    }

    @Test func aCompromisedPasscodeTakesTheCopiesWithIt() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        let path = try #require(object("status", "--json")["keychain"] as? String)
        let copy = path + ".before-repair-1700000000"
        try Data("copy".utf8).write(to: URL(fileURLWithPath: copy))
        #expect(try tool.run("passcode", "change", "--stdin", input: "passcode\nanother one\n").status == 0)
        #expect(FileManager.default.fileExists(atPath: copy))
        let change = ["passcode", "change", "--stdin", "--compromised"]
        #expect(try tool.run(change, input: Data("another one\nthird one\n".utf8)).status == 0)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    /// One message from every command, and an end to it.
    @Test func anOlderFileIsNoticedUntilItIsAccepted() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        let path = try #require(object("status", "--json")["keychain"] as? String)
        let files = [path, path + "-wal"].filter(FileManager.default.fileExists(atPath:))
        let older = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(try tool.run("set", "s", "b", input: "y").status == 0)
        for (file, contents) in zip(files, older) { try contents.write(to: URL(fileURLWithPath: file)) }
        unlink(path + "-shm")
        for command in [["list"], ["get", "s", "a"], ["set", "s", "c"], ["doctor"], ["doctor", "--repair"]] {
            let output = try tool.run(command, input: Data("z".utf8))
            #expect(output.status == 1 && output.complaint.contains("1 acknowledged change is missing"), "\(command)")
        }
        #expect(try tool.run("doctor", "--accept-state", "--repair").status == 2)
        let accepted = try tool.run("doctor", "--accept-state")
        #expect(accepted.status == 0 && accepted.text.contains("accepted the keychain without 1 changes"))
        #expect(try tool.run("get", "s", "a").text == "x\n")
        #expect(try tool.run("set", "s", "b", input: "y").status == 0)
        #expect(try tool.run("doctor").status == 0)
    }

    /// Has the file say that a later release made it.
    private func makeLater(_ path: String) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        // The last byte of the version in the header of SQLite's format.
        try handle.seek(toOffset: 63)
        try handle.write(contentsOf: Data([99]))
        try handle.close()
    }

    @Test func aKeychainOfALaterReleaseIsRefusedAsByGet() throws {
        // Replacing a secret moves the log to the file.
        for secret in ["x", "y"] { #expect(try tool.run("set", "s", "a", input: secret).status == 0) }
        let path = try #require(object("status", "--json")["keychain"] as? String)
        try makeLater(path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let refused = try tool.run("get", "s", "a")
        #expect(refused.status == 1 && refused.complaint.contains("a later release (format 99)"))
        let repaired = try tool.run("doctor", "--repair")
        #expect(repaired.status == refused.status && repaired.complaint == refused.complaint)
        #expect(repaired.text == "")
        let examined = try tool.run("doctor")
        #expect(examined.status == refused.status && examined.complaint == refused.complaint)
        #expect(examined.text.contains("error: the keychain was made by a later release (format 99)"))
        let findings = try #require(object("doctor", "--json")["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["later-format"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        let files = try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
        #expect(!files.contains { $0.contains("before-repair") }, "\(files)")
    }

    @Test func statusCountsWithoutNaming() throws {
        #expect(try tool.run("set", "secret-service", "a", input: "x").status == 0)
        let status = try tool.run("status")
        #expect(status.status == 0)
        #expect(status.text.contains("1 generic"))
        #expect(!status.text.contains("secret-service"))
        let object = try object("status", "--json")
        #expect(
            object["items"] as? [String: Int] == [
                "generic": 1, "internet": 0, "certificate": 0, "key": 0, "identity": 0,
            ])
        #expect(object["passcode"] as? Bool == false)
    }

    @Test func everyAttributeIsDocumented() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let document = try String(contentsOf: package.appendingPathComponent("Docs/command-line.md"), encoding: .utf8)
        for (name, key) in AttributeName.all { #expect(document.contains("`\(name)` \(key.letters) ")) }
        #expect(Set(AttributeName.all.map(\.name)).count == AttributeName.all.count)
        #expect(Set(AttributeName.all.map(\.key)).count == AttributeName.all.count)
    }
}
