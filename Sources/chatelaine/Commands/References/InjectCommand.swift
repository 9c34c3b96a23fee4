import ArgumentParser
import SecretReferences

struct InjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inject",
        abstract: "Fills references in a template.",
        discussion: """
            References are replaced where they stand in {{ … }}, and where they stand alone. Nothing is written if one of them means \
            nothing; the error names all of those. The output has secrets: delete it when it is no longer needed.

            Examples:
              chatelaine inject -i config.yml.template -o config.yml
              echo "password: {{ chatelaine://team/Database/password }}" | chatelaine inject
            """)

    @Option(
        name: [.customShort("i"), .customLong("in-file")], help: "The template; standard input without it.",
        completion: .file())
    var inFile: String?
    @Option(
        name: [.customShort("o"), .customLong("out-file")],
        help: "The file to write, which only you can read; standard output without it.", completion: .file())
    var outFile: String?
    @OptionGroup var options: ReferenceOptions

    func validate() throws {
        guard inFile != nil || !(options.passwordStdin || options.passcodeStdin) else {
            throw ValidationError("--password-stdin and --passcode-stdin take the template from a file: -i FILE.")
        }
    }

    func run() throws {
        let template = try SecretTemplate(ReferenceInput.bytes(inFile, limit: SecretTemplate.largestSize))
        let uses = template.references.map { (reference: $0.reference, place: "line \($0.line)") }
        let values =
            uses.isEmpty ? [:] : try ReferenceResolver(options, command: "inject").values(of: uses)
        let output = try template.rendered { try values.value(of: $0) }
        if let outFile { return try PrivateFile.write(output, to: outFile) }
        try output.withUnsafeBytes { try StandardStreams.write(bytes: $0) }
    }
}

extension [SecretReference: SecretValue] {
    /// Returns a value that was resolved.
    func value(of reference: SecretReference) throws(SecretReferenceError) -> SecretValue {
        guard let value = self[reference] else {
            throw SecretReferenceError(
                "“\(reference)” was not resolved", remedy: "report this as an error of chatelaine")
        }
        return value
    }
}
