import AgentProtocol
import ArgumentParser

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")
    static let text = "chatelaine \(ProtocolVersion.release)"

    func run() throws {
        try StandardStreams.print(Self.text)
    }
}
