import Foundation
import Testing

/// A vault of a test's own, and the built command line to use it with.
struct VaultTool {
    static let password = "seven silly walruses"
    let tool: CommandLineTool

    /// With a vault in it, unless something else is said.
    init(creating names: [String] = ["personal"]) throws {
        tool = try CommandLineTool()
        for name in names {
            let made = try tool.run(
                ["vault", "create", name, "--password-stdin"], input: Data("\(Self.password)\n".utf8))
            try #require(made.status == 0, "\(made.complaint)")
        }
    }

    /// - Parameter input: what follows the line with the master password.
    func run(_ arguments: String..., input: String = "") throws -> CommandLineTool.Output {
        try run(arguments, input: input)
    }

    func run(_ arguments: [String], input: String = "") throws -> CommandLineTool.Output {
        try tool.run(
            ["vault"] + arguments + ["--password-stdin"], input: Data("\(Self.password)\n\(input)".utf8))
    }

    /// As ``run(_:input:)``, of which only what is printed matters.
    func text(_ arguments: String..., input: String = "") throws -> String {
        let output = try run(arguments, input: input)
        #expect(output.status == 0, "\(output.complaint)")
        return output.text
    }

    func json(_ arguments: String..., input: String = "") throws -> [String: Any] {
        let output = try run(arguments + ["--json"], input: input)
        #expect(output.status == 0, "\(output.complaint)")
        let object = try JSONSerialization.jsonObject(with: output.bytes)
        let members = try #require(object as? [String: Any])
        #expect(members["version"] as? Int == 1)
        return members
    }
}
