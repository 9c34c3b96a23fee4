import Foundation
import Glibc
import Testing
import TestSupport

@testable import chatelaine

@Suite struct UsageTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// Scripts depend on them.
    @Test func exitCodesAreNeverRenumbered() throws {
        let numbers = Dictionary(uniqueKeysWithValues: ExitStatus.allCases.map { ("\($0)", $0.rawValue) })
        #expect(
            numbers == [
                "done": 0, "failed": 1, "usage": 2, "findings": 3, "notExtractable": 28, "locked": 36,
                "itemNotFound": 44,
                "duplicateItem": 45,
                "authenticationFailed": 51, "incomplete": 65, "noClipboard": 69, "notTried": 75, "noPasscode": 78,
                "cannotRun": 126, "noSuchCommand": 127, "cancelled": 128,
            ])
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let document = try String(contentsOf: package.appendingPathComponent("Docs/exit-codes.md"), encoding: .utf8)
        for number in numbers.values { #expect(document.contains("| \(number) |")) }
    }

    @Test(arguments: [
        ["nosuch"], ["get"], ["set"], ["set", "s"], ["set", "s", "a", "b"], ["get", "--nosuch"], ["rm"],
        ["list", "--attr", "nosuch=1"], ["list", "--attr", "noequals"], ["list", "--class", "nosuch"],
        ["list", "--service", "s", "--server", "h"], ["add", "--class", "generic", "--server", "h"],
        ["list", "--attr", "issuer:hex=0"], ["list", "--attr", "created=yesterday"],
        ["get", "s", "a", "--part", "label"],
        ["generate", "--type", "nosuch"], ["generate", "--digits", "3"], ["generate", "--min-length", "8"],
        ["get", "s", "--service", "s"],
        ["add", "-s", "s", "--attr", "created=2026-01-01"], ["set", "s", "a", "--attr", "digest:hex=00"],
        ["passcode", "nosuch"],
    ])
    func wrongUsageEndsWithTwoAndSaysWhatToDo(arguments: [String]) throws {
        let output = try tool.run(arguments)
        #expect(output.status == 2, "\(output.complaint)")
        #expect(output.bytes.isEmpty)
        #expect(output.complaint.contains("next: ") || output.complaint.contains("--help"))
    }

    @Test(arguments: [
        ["set"], ["get"], ["show"], ["list"], ["find"], ["add"], ["edit"], ["rm"], ["generate"], ["passcode"],
        ["passcode", "set"], ["passcode", "change"], ["passcode", "remove"], ["passcode", "verify"], ["status"],
        ["doctor"], ["fingerprint"], ["fingerprint", "list"], ["fingerprint", "enroll"], ["fingerprint", "remove"], [],
    ])
    func everyCommandHasHelpWithAnExample(command: [String]) throws {
        let output = try tool.run(command + ["--help"])
        #expect(output.status == 0)
        #expect(output.text.contains("Example"))
        #expect(output.text.contains((["  chatelaine"] + command).joined(separator: " ")))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsExistForEveryUsualShell(shell: String) throws {
        let output = try tool.run("--generate-completion-script", shell)
        #expect(output.status == 0)
        #expect(output.text.contains("passcode"))
    }

    @Test func aValueThatDoesNotFitIsExplained() throws {
        let output = try tool.run("add", "-s", "s", "--attr", "accessible=nonsense", input: "x")
        #expect(output.status == 1)
        #expect(output.complaint.contains("nonsense"))
        #expect(output.complaint.contains("chatelaine add --help"))
    }

    @Test(arguments: [
        (["lst"], "did you mean “chatelaine list”?"), (["vault", "ad"], "did you mean “chatelaine vault add”?"),
        (["vualt", "list"], "did you mean “chatelaine vault”?"),
        (["passcode", "chnage"], "chatelaine passcode change"),
        (["list", "--attr", "servce=x"], "did you mean “service”?"), (["list", "--clas", "key"], "--class"),
        (["get", "mail.exmple.com", "alice"], "did you mean “mail.example.com”, account “alice”?"),
        (["get", "mail.example.com", "alcie"], "did you mean “mail.example.com”, account “alice”?"),
    ])
    func aNameThatIsCloseIsSuggested(arguments: [String], suggestion: String) throws {
        #expect(try tool.run("set", "mail.example.com", "alice", input: "x").status == 0)
        let output = try tool.run(arguments)
        #expect(output.status == (arguments[0] == "get" ? 44 : 2))
        #expect(output.complaint.contains(suggestion), "\(output.complaint)")
    }

    @Test(arguments: [["qqqqqqq"], ["vault", "qqqqqqq"]]) func whereNothingIsCloseNothingIsSuggested(words: [String])
        throws
    {
        #expect(try !tool.run(words).complaint.contains("did you mean"))
    }

    @Test func versionIsPrinted() throws {
        #expect(try tool.run("version").text == tool.run("--version").text)
    }

    @Test func nothingFoundEndsWithFortyFourAndSaysWhatToDo() throws {
        let output = try tool.run("get", "nothing", "here")
        #expect(output.status == 44)
        #expect(output.bytes.isEmpty)
        #expect(output.complaint == "chatelaine: no item matches\n  next: see what is stored with: chatelaine list\n")
    }

    /// Without care the keychain's file would get the free number and be printed into.
    @Test func aClosedStandardOutputIsAnErrorAndHarmsNothing() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        let output = try tool.run(["get", "s", "a"], output: .closed)
        #expect(output.status == 1)
        #expect(output.complaint.contains("standard output"))
        #expect(try tool.run("get", "s", "a").text == "x\n")
    }

    @Test func aReaderThatIsGoneEndsItQuietly() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let output = try tool.run(["list"], output: .descriptor(ends[1]))
        #expect(output.status == 1)
        #expect(output.complaint.isEmpty)
    }

    @Test func aFullDeviceIsAnError() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let output = try tool.run(["version"], output: .descriptor(full))
        #expect(output.status == 1)
        #expect(output.complaint.contains("next: "))
    }

    @Test func aHomeThatCannotBeUsedIsExplained() throws {
        tool.environment = ["CHATELAINE_HOME": "/dev/null/nowhere"]
        let output = try tool.run("list")
        #expect(output.status == 1)
        #expect(output.complaint.contains("next: "))
    }

    @Test func withoutAnyHomeItSaysSo() throws {
        tool.environment = ["HOME": nil, "XDG_DATA_HOME": nil, "XDG_RUNTIME_DIR": nil]
        // The keychain's place is named: the home directory is not needed.
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        #expect(try tool.run("get", "s", "a").text == "x\n")
        tool.environment["CHATELAINE_HOME"] = .some(nil)
        let output = try tool.run("get", "s", "a")
        #expect(output.status == 1)
        #expect(output.complaint.contains("home directory"))
        #expect(output.complaint.contains("next: "))
    }
}
