import Foundation
import Testing

/// The reasons of failures, as a program that knows nothing but the functions of Security gets them.
@Suite struct FailureReasonTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        tool.environment["CHATELAINE_LOG"] = "stderr"
    }

    /// Runs the tutorial in a mount namespace in which the home directory is a file system of its own.
    private func run(mounted options: String) throws -> CommandLineTool.Output {
        tool.environment["CHATELAINE_HOME"] = .some(nil)
        tool.environment["XDG_DATA_HOME"] = .some(nil)
        tool.environment["XDG_RUNTIME_DIR"] = tool.home.path
        let home = tool.home.appendingPathComponent("mounted")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        tool.environment["HOME"] = home.path
        let script = "mount -t tmpfs -o \(options) none \"$0\" && exec \"$1\" store"
        return try tool.run(
            ["-rm", "sh", "-c", script, home.path, CommandLineTool.tutorial], executable: "/usr/bin/unshare")
    }

    private static let mounts: Bool = {
        let tried = try? CommandLineTool().run(
            ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], executable: "/usr/bin/unshare")
        return tried?.status == 0
    }()

    /// A page has no room for the device key's file, eight have none for the keychain's.
    @Test(
        .enabled(if: mounts, "no mount namespaces here"),
        arguments: [("4k", "No space left on device"), ("32k", "the disk is full")])
    func aFullDiskIsNamed(size: String, reason: String) throws {
        let output = try run(mounted: "size=\(size)")
        #expect(output.status == 1)
        #expect(output.text.contains("-25291 (No keychain is available. You may need to restart your computer.)"))
        #expect(output.complaint.contains("chatelaine: SecItemAdd: "), "\(output.complaint)")
        #expect(output.complaint.contains(reason))
        #expect(output.complaint.contains("free some space"))
    }

    @Test(.enabled(if: mounts, "no mount namespaces here")) func aReadOnlyHomeDirectoryIsNamed() throws {
        let output = try run(mounted: "ro")
        #expect(output.status == 1)
        #expect(output.complaint.contains("Read-only file system"), "\(output.complaint)")
        #expect(output.complaint.contains("set CHATELAINE_HOME to a directory that can be written"))
    }

    @Test func aMissingHomeDirectoryIsNamed() throws {
        for name in ["CHATELAINE_HOME", "XDG_DATA_HOME", "HOME"] { tool.environment[name] = .some(nil) }
        let output = try tool.run(["store"], executable: CommandLineTool.tutorial)
        #expect(output.status == 1)
        #expect(output.complaint.contains("there is no home directory for a keychain"), "\(output.complaint)")
        #expect(output.complaint.contains("set HOME"))
    }

    @Test(arguments: [String?.none, "", "file", "/dev/stderr"]) func withoutTheVariableNothingIsWritten(value: String?)
        throws
    {
        tool.environment["CHATELAINE_LOG"] = .some(value)
        let output = try tool.run([], executable: CommandLineTool.tutorial)
        #expect(output.status == 0)
        #expect(output.complaint == "")
    }

    @Test func controlCharactersOfAPathDoNotReachTheTerminal() throws {
        tool.environment["CHATELAINE_HOME"] = "/dev/null/\u{1b}[2J\nchatelaine: forged"
        let output = try tool.run(["store"], executable: CommandLineTool.tutorial)
        #expect(output.status == 1)
        #expect(!output.complaint.contains("\u{1b}"))
        #expect(output.complaint.split(separator: "\n").count == 1, "\(output.complaint)")
    }
}
