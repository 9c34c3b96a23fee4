import Foundation
import TestSupport
import Testing

@Suite struct UnitFileTests {
    private static let templates = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Packaging/systemd")
    private static let names = ["chatelaine.socket", "chatelaine.service", "chatelaine-sheets.service"]
    private static let analyzer = "/usr/bin/systemd-analyze"

    private static func unit(_ name: String, command: String) throws -> String {
        let text = try String(contentsOf: templates.appendingPathComponent(name), encoding: .utf8)
        return text.replacingOccurrences(of: "@CHATELAINE@", with: command)
    }

    private func complaints(command: String) throws -> (status: Int32, lines: [String]) {
        let directory = try TemporaryDirectory()
        let paths = try Self.names.map { name in
            let path = "\(directory.path)/\(name)"
            try Self.unit(name, command: command).write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
        let variables = ["XDG_RUNTIME_DIR": directory.path, "SYSTEMD_UNIT_PATH": "\(directory.path):"]
        let analyzer = try ChildProcess(
            [Self.analyzer, "verify", "--user", "--man=no"] + paths,
            variables: ChildProcess.inherited("PATH", "HOME").merging(variables) { $1 }, output: .inherited,
            errors: .piped)
        var lines: [String] = []
        while let line = analyzer.line() { lines.append(line) }
        return (analyzer.wait(), lines.filter { $0.contains("chatelaine") })
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
    func unitsAreValidForAUsersManager() throws {
        let result = try complaints(command: "/bin/true")
        #expect(result.status == 0)
        #expect(result.lines == [])
    }

    /// What proves that the check above can fail.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
    func unitWithoutExecutableIsNoticed() throws {
        let result = try complaints(command: "/nonexistent/chatelaine")
        #expect(result.status != 0)
        #expect(result.lines.contains { $0.contains("/nonexistent/chatelaine") })
    }

    /// In a user namespace the agent could not examine its clients (issue: who is asking). These settings make one in a user's
    /// manager, or hide the processes themselves.
    @Test func serviceStaysWhereItCanExamineClients() throws {
        let settings = try Self.unit("chatelaine.service", command: "/bin/true").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: "=").first }
        let allowed = [
            "Description", "Documentation", "Requires", "After", "Wants", "Type", "NotifyAccess", "ExecStart",
            "Restart",
            "LimitCORE",
            "Also",
        ]
        #expect(settings.filter { !$0.hasPrefix("[") && !allowed.contains(String($0)) } == [])
    }
}
