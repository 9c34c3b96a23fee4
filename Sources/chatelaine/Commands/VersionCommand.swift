import AgentProtocol
import ArgumentParser
import LinuxSupport

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Prints the version.",
        discussion: """
            --build also prints the commit and the compiler that an installed program was built from, the Swift packages in it, the \
            libraries that it was built against, and those that it has loaded.
            """)
    static let text = "chatelaine \(ProtocolVersion.release)"

    @Flag(help: "Print the commit, the compiler and the libraries as well.") var build = false
    @Flag(help: .json) var json = false

    func run() throws {
        let record = build ? try BuildRecord.ofThisProgram() : nil
        guard !json else {
            let members: [(name: String, value: JSONText)] = [("release", .string(ProtocolVersion.release))]
            return try JSONText.print(members + (record.map { [("build", Self.object($0))] } ?? []))
        }
        try StandardStreams.print(([Self.text] + (record.map(Self.lines) ?? [])).joined(separator: "\n"))
    }

    private static func object(_ record: BuildRecord) -> JSONText {
        .object([
            ("release", .string(record.release)), ("commit", .string(record.commit)), ("date", .string(record.date)),
            ("compiler", .string(record.compiler)), ("packages", versions(record.packages)),
            ("libraries", versions(record.libraries)),
            ("loaded", .array(BuildRecord.loadedLibraries().map(JSONText.string))),
        ])
    }

    private static func versions(_ table: [String: String]) -> JSONText {
        .object(table.sorted { $0.key < $1.key }.map { (name: $0.key, value: .string($0.value)) })
    }

    private static func lines(_ record: BuildRecord) -> [String] {
        func list(_ table: [String: String]) -> String {
            table.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        let lines = [
            "commit: \(record.commit), \(record.date)", "compiler: \(record.compiler)",
            "Swift packages: \(list(record.packages))", "built against: \(list(record.libraries))",
            "loaded: \(BuildRecord.loadedLibraries().joined(separator: ", "))",
        ]
        return lines.map { UntrustedText.forTerminal($0) }
    }
}
