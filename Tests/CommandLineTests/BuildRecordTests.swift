import Foundation
import Testing

/// `version --build` of an installed program, and of one that was not installed.
@Suite struct BuildRecordTests {
    private let tool: CommandLineTool
    private let prefix: URL
    private let record: URL

    init() throws {
        tool = try CommandLineTool()
        prefix = tool.home.appendingPathComponent("prefix")
        record = prefix.appendingPathComponent("share/chatelaine/build-info.json")
        for directory in [prefix.appendingPathComponent("bin"), record.deletingLastPathComponent()] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        // Not by this process: a file that is open for writing in a child of another test's cannot be executed.
        #expect(try tool.run([CommandLineTool.executable, program], executable: "/bin/cp").status == 0)
    }

    private var program: String { prefix.appendingPathComponent("bin/chatelaine").path }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: record) }

    @Test func recordOfTheInstallationIsPrinted() throws {
        try write(
            """
            {"release": "9.9.9", "commit": "0123abc", "date": "2026-01-02T03:04:05Z", "compiler": "Swift 9 \\u001b[31m",
             "packages": {"grdb.swift": "7.10.0"}, "libraries": {"libsodium": "1.0.18"}}
            """)
        let text = try tool.run(["version", "--build"], executable: program).text
        #expect(text.contains("commit: 0123abc, 2026-01-02T03:04:05Z\n"))
        #expect(text.contains("compiler: Swift 9 \\u{1b}[31m\n"))
        #expect(text.contains("Swift packages: grdb.swift 7.10.0\n"))
        #expect(text.contains("built against: libsodium 1.0.18\n"))
        #expect(text.contains("libsodium.so.23"))
        let output = try tool.run(["version", "--build", "--json"], executable: program)
        let object = try #require(try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
        let build = try #require(object["build"] as? [String: Any])
        #expect(build["commit"] as? String == "0123abc")
        #expect(build["packages"] as? [String: String] == ["grdb.swift": "7.10.0"])
        #expect((build["loaded"] as? [String])?.contains { $0.hasPrefix("libsqlite3.so") } == true)
    }

    @Test func programThatWasNotInstalledSaysWhereTheRecordComesFrom() throws {
        let output = try tool.run(["version", "--build"], executable: program)
        #expect(output.status == 1)
        #expect(output.bytes.isEmpty)
        #expect(output.complaint.contains("there is no build record") && output.complaint.contains("make install"))
    }

    @Test(arguments: ["", "{", "[]", #"{"release": 1}"#, String(repeating: " ", count: 65537)])
    func damagedRecordIsAnError(text: String) throws {
        try write(text)
        let output = try tool.run(["version", "--build"], executable: program)
        #expect(output.status == 1)
        #expect(output.complaint.contains("is damaged"))
    }
}
