import Foundation
import Testing

/// What a person says about programs, and is told about them.
@Suite struct AppsTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        tool.environment["CHATELAINE_ENTITLEMENTS"] = .some(nil)
    }

    /// It would be accepted, and then no script would ever get it.
    @Test(arguments: [["share", "com.example.mail"], ["add"]]) func interpretersAreGivenNothing(words: [String]) throws
    {
        let agent = try RunningAgent(tool)
        let shell = URL(fileURLWithPath: "/bin/bash").resolvingSymlinksInPath().path
        let after = words[0] == "add" ? ["com.example.mail"] : []
        let refused = try tool.run(["apps"] + words + [shell] + after)
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("is an interpreter"))
        #expect(refused.complaint.contains("chatelaine apps ask yes"))
        #expect(try !tool.run("apps", "list").text.contains("com.example.mail"))
        // A program of its own gets it.
        #expect(try tool.run(["apps"] + words + ["/bin/ls"] + after).status == 0)
        #expect(try tool.run("apps", "list").text.contains("com.example.mail"))
        agent.end()
    }

    @Test func scriptsAreTheirInterpreters() throws {
        let agent = try RunningAgent(tool)
        let script = tool.home.appendingPathComponent("backup")
        try Data("#!/bin/sh\n".utf8).write(to: script)
        for words in [["share", "g", script.path], ["add", script.path, "g"], ["owner", "g", script.path]] {
            let refused = try tool.run(["apps"] + words)
            #expect(refused.status == 1)
            #expect(refused.complaint.contains("is a script"))
        }
        agent.end()
    }

    @Test func pipeInAProgramsPlaceDoesNotBlock() throws {
        let agent = try RunningAgent(tool)
        let pipe = tool.home.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try tool.run(["apps", "share", "g", pipe]).status != 2)
        agent.end()
    }

    @Test func whoamiSaysWhyItIsNotSurer() throws {
        let agent = try RunningAgent(tool)
        let told = try tool.run("whoami")
        let fields = told.text.dropLast().split(separator: "\t", omittingEmptySubsequences: false)
        #expect(fields.first.map(String.init) == CommandLineTool.executable)
        #expect(fields.count == (fields.dropFirst().first == "system" ? 2 : 3), "\(told.text)")
        #expect(told.complaint == "")

        tool.environment["CHATELAINE_ENTITLEMENTS"] = tool.home.path + "/mine.entitlements"
        let warned = try tool.run("whoami")
        #expect(warned.text == told.text)
        #expect(warned.complaint.contains("CHATELAINE_ENTITLEMENTS is set, and does not count with an agent"))
        agent.end()
    }
}
