import Testing

@testable import SecurityCommand

/// Options and words, as shells and getopt(3) of BSD read them.
@Suite struct ParsingTests {
    /// Returns the options as “letter=value”, and the operands.
    private func read(
        _ specification: String, _ arguments: [String], askable: Character? = nil
    ) throws -> [String] {
        var reader = OptionReader(specification, arguments, askable: askable)
        var found: [String] = []
        while let (letter, value) = try reader.next() { found.append(value.map { "\(letter)=\($0)" } ?? "\(letter)") }
        return found + reader.operands.map { "<\($0)>" }
    }

    @Test(arguments: [
        (["-g", "-a", "kim", "kc"], ["g", "a=kim", "<kc>"]),
        (["-gw"], ["g", "w"]), (["-akim"], ["a=kim"]), (["-gakim"], ["g", "a=kim"]),
        (["-a", "-g"], ["a=-g"]), (["-a", ""], ["a="]), (["--", "-g"], ["<-g>"]),
        (["kc", "-g"], ["<kc>", "<-g>"]), (["-", "-g"], ["<->", "<-g>"]), ([], []),
    ])
    func optionsAreRead(_ arguments: [String], as expected: [String]) throws {
        #expect(try read("a:gw", arguments) == expected)
    }

    @Test(arguments: [["-x"], ["-gx"], ["-a"], ["-ga"], ["-ä"]])
    func optionsThatAreNoneAreRefused(_ arguments: [String]) {
        #expect(throws: UsageError.self) { try read("a:gw", arguments) }
    }

    @Test func valueThatIsAskedForMayBeMissingAtTheEnd() throws {
        #expect(try read("w:U", ["-U", "-w"], askable: "w") == ["U", "w"])
        #expect(try read("w:U", ["-w", "-U"], askable: "w") == ["w=-U"])
    }

    @Test(arguments: [
        ("a b", ["a", "b"]), ("  a\tb  ", ["a", "b"]), (#"a "b c" 'd "e'"#, ["a", "b c", #"d "e"#]),
        (#"a\ b \"c"#, ["a b", "\"c"]), (#""" ''"#, ["", ""]), (#"'\n'"#, [#"\n"#]), (#"a"b"c"#, ["abc"]), ("", []),
    ])
    func linesAreSplit(_ line: String, into words: [String]) {
        #expect(WordSplitter.words(of: line) == words)
    }

    @Test(arguments: ["\"a", "'a", "a\\", "a 'b\""])
    func linesThatAreNotCompleteAreRefused(_ line: String) {
        #expect(WordSplitter.words(of: line) == nil)
    }
}
