import Foundation
import Glibc
import Testing

/// A vault and a keychain with secrets in them, and the built command line to resolve references with.
struct ReferenceTool {
    let vault: VaultTool
    var tool: CommandLineTool { vault.tool }
    /// The password of the item “Database”.
    static let secret = "swordfish/9+?"
    /// The secret of the keychain's item of service `mail` and account `maria`.
    static let keychainSecret = "correct horse battery"
    static let concealed = "<concealed by chatelaine>"
    static let keychainReference = "chatelaine://keychain/mail/maria"
    static let reference = "chatelaine://personal/Database/password"

    init() throws {
        vault = try VaultTool()
        _ = try vault.text(
            "add", "Database", "username=maria", "Admin/PIN:text=4711", "--secret", "password",
            input: "\(Self.secret)\n")
        let set = try vault.tool.run("set", "mail", "maria", input: Self.keychainSecret)
        try #require(set.status == 0, "\(set.complaint)")
    }

    /// Runs a command that takes the master password from the first line of standard input.
    func run(_ arguments: [String], input: String = "") throws -> CommandLineTool.Output {
        var arguments = arguments
        arguments.insert("--password-stdin", at: 1)
        return try tool.run(arguments, input: Data("\(VaultTool.password)\n\(input)".utf8))
    }

    /// Runs a shell command with the keychain's secret as `SECRET`.
    func shell(_ script: String, options: [String] = [], input: String = "") throws -> CommandLineTool.Output {
        tool.environment["SECRET"] = Self.keychainReference
        defer { tool.environment["SECRET"] = nil }
        return try tool.run(["run"] + options + ["--", "sh", "-c", script], input: Data(input.utf8))
    }

    func path(_ name: String) -> String { tool.home.appendingPathComponent(name).path }

    func write(_ text: String, _ name: String) throws -> String {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
        return path(name)
    }

    static func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}
