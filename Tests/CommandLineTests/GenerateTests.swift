import Testing

@Suite struct GenerateTests {
    @Test(arguments: [12, 24, 64]) func aLengthIsThatOfThePassword(length: Int) throws {
        let tool = try CommandLineTool()
        #expect(try tool.run("generate", "--length", "\(length)").text.count == length + 1)
        let own = try tool.run("generate", "-l", "\(length)", "--characters", "abcdef0123456789").text
        #expect(own.count == length + 1 && own.allSatisfy { "abcdef0123456789\n".contains($0) })
    }

    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test(arguments: [
        ("safari", 24), ("recovery", 29), ("recovery-key", 34), ("wifi", 14), ("pin", 4), ("web-credential", 15),
    ])
    func everyTypeIsMade(type: String, length: Int) throws {
        let lines = try tool.run("generate", "--type", type, "--count", "3").text.split(separator: "\n")
        #expect(lines.map(\.count) == [length, length, length])
        #expect(Set(lines).count == 3 || type == "pin")
    }

    @Test func aSitesRulesAreKept() throws {
        let password = try tool.run(
            "generate", "--min-length", "8", "--max-length", "12", "--characters", "abcdefgh01234567", "--require",
            "01234567"
        ).text.dropLast()
        #expect(password.count == 12)
        #expect(password.contains { $0.isNumber })
        #expect(password.allSatisfy { "abcdefgh01234567".contains($0) })
    }

    @Test func digitsAreMadeInAnyNumberFromFourOn() throws {
        #expect(try tool.run("generate", "--digits", "9").text.dropLast().allSatisfy(\.isNumber))
    }

    @Test func rulesThatNothingMeetsAreWrongUsage() throws {
        let output = try tool.run(
            "generate", "--min-length", "9", "--max-length", "8", "--characters", "ab", "--require", "a")
        #expect(output.status == 2)
        #expect(output.complaint.contains("above"))
    }
}
