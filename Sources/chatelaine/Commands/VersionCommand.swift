import AgentProtocol
import ArgumentParser

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")
    static let text = "chatelaine \(ProtocolVersion.release)"

    @Flag(help: .json) var json = false

    func run() throws {
        guard !json else { return try JSONText.print([("release", .string(ProtocolVersion.release))]) }
        try StandardStreams.print(Self.text)
    }
}
