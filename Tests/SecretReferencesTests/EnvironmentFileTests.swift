import SecretReferences
import Testing

@Suite struct EnvironmentFileTests {
    private func variables(_ text: String) throws -> [String] {
        try EnvironmentFile(Array(text.utf8)).variables.map {
            "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))"
        }
    }

    @Test(
        arguments: [
            ("", []), ("\n\n", []), ("# comment\n", []), ("   # comment", []), ("A=1", ["A=1"]),
            ("A=1\r\nB=2\r\n", ["A=1", "B=2"]),
            ("export A=1\n", ["A=1"]), ("export\tA=1", ["A=1"]), ("export=1", ["export=1"]), ("A = 1 ", ["A=1"]),
            ("A=", ["A="]),
            ("A=\nB=x", ["A=", "B=x"]), ("A=a b  c # comment", ["A=a b  c"]), ("A=a#b", ["A=a#b"]), ("A=#c", ["A="]),
            ("A='a # b'", ["A=a # b"]), ("A='it\\n'", ["A=it\\n"]), ("A=\"x\\ny\"", ["A=x\ny"]),
            ("A=\"\\t\\r\\\\\\\"\\$\\q\"", ["A=\t\r\\\"$\\q"]), ("A=\"one\ntwo\"\nB=3", ["A=one\ntwo", "B=3"]),
            ("A=\"one\r\ntwo\"", ["A=one\ntwo"]), ("A=`b\"c'`", ["A=b\"c'"]), ("A=\"x\" # comment", ["A=x"]),
            ("A=\"\"", ["A="]),
            ("A=1\nA=2", ["A=1", "A=2"]), ("a.b-c_1=x", ["a.b-c_1=x"]), ("A=x=y", ["A=x=y"]), ("\u{feff}A=1", ["A=1"]),
            ("A=chatelaine://v/i/f", ["A=chatelaine://v/i/f"]), ("A=$HOME", ["A=$HOME"]), ("A='x", nil), ("A=\"x", nil),
            ("A", nil),
            ("=x", nil), ("1A=x", nil), ("A B=x", nil), ("A=\"x\"y", nil), ("A=\u{0}", nil), ("export", nil),
            ("ü=x", nil),
        ] as [(String, [String]?)])
    func linesAreReadAsTheLibrariesReadThem(text: String, expected: [String]?) throws {
        guard let expected else {
            #expect(throws: SecretReferenceError.self) { try EnvironmentFile(Array(text.utf8)) }
            return
        }
        #expect(try variables(text) == expected)
    }

    @Test func errorNamesTheLineOnWhichAQuoteBegins() {
        let error = #expect(throws: SecretReferenceError.self) {
            try EnvironmentFile(Array("A=1\n\nB=\"x\ny\nz".utf8))
        }
        #expect(error?.reason.hasPrefix("line 3:") == true)
    }

    @Test func lineAfterAValueOfSeveralLinesIsCountedRight() throws {
        let file = try EnvironmentFile(Array("A=\"x\ny\"\n# c\nB=1".utf8))
        #expect(file.variables.map(\.line) == [1, 4])
    }

    @Test func hugeFileAndOtherEncodingsAreRefused() {
        #expect(throws: SecretReferenceError.self) { try EnvironmentFile([0x41, 0x3d, 0xff]) }
        #expect(throws: SecretReferenceError.self) {
            try EnvironmentFile([UInt8](repeating: 0x0a, count: EnvironmentFile.largestSize + 1))
        }
        #expect(throws: SecretReferenceError.self) {
            try EnvironmentFile(Array(String(repeating: "A=1\n", count: 10_001).utf8))
        }
    }

    /// Random texts of the characters that mean something are read or refused, and a value never has more bytes than the text.
    @Test func randomFilesAreReadOrRefused() {
        let parts = ["A", "=", "\"", "'", "`", "\\", "\n", "\r", " ", "#", "export ", "\u{0}", "$", "ü"]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...14)).map { _ in parts.randomElement() ?? "" }.joined()
            guard let file = try? EnvironmentFile(Array(text.utf8)) else { continue }
            #expect(file.variables.reduce(0) { $0 + $1.value.count } <= text.utf8.count, "\(text)")
        }
    }

    @Test func variablesOfFilesReplaceInheritedOnesAndAllReferencesAreNamed() throws {
        let file = try EnvironmentFile(Array("B=chatelaine://v/i/b\nC=x{{ chatelaine://v/i/c }}y\nC=plain".utf8))
        let environment = try CommandEnvironment(
            inherited: ["A=chatelaine://v/i/a", "B=chatelaine://v/i/old", "TOKEN=t", "D=1"].map { Array($0.utf8) },
            files: [(".env", file)], hidden: ["TOKEN"])
        #expect(environment.uses.map(\.reference.description) == ["chatelaine://v/i/a", "chatelaine://v/i/b"])
        #expect(environment.uses.last?.place == ".env, line 1, B")
    }

    @Test func malformedReferenceInAVariableNamesTheVariable() {
        let error = #expect(throws: SecretReferenceError.self) {
            try CommandEnvironment(inherited: [Array("PASSWORD=chatelaine://v".utf8)])
        }
        #expect(error?.reason.hasPrefix("variable PASSWORD:") == true)
    }
}
