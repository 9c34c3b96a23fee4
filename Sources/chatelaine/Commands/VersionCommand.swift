import ArgumentParser

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")

    func run() throws {
        try StandardStreams.print(Chatelaine.versionText)
    }
}
