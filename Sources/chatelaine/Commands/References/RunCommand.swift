import AgentClient
import ArgumentParser
import Glibc
import SecretReferences

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a command with secrets in its environment, and masks them in its output.",
        discussion: """
            References in the environment and in environment files are replaced in the environment of the command, and nowhere else. \
            If one of them means nothing, nothing is started, and the error names all of those. Ends as the command ends.

            Examples:
              chatelaine run --env-file .env -- ./deploy.sh
              PGPASSWORD=chatelaine://team/Database/password chatelaine run -- psql
            """)

    @Option(
        name: .customLong("env-file"), help: .repeated("A file of variables, NAME=VALUE on each line.", "file"),
        completion: .file())
    var environmentFiles: [String] = []
    @Flag(help: "Do not mask secrets in the output; the command takes the place of chatelaine.") var noMasking = false
    @OptionGroup var options: ReferenceOptions
    @Argument(parsing: .postTerminator, help: "After “--”: the command and its arguments.") var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("The command is missing: chatelaine run -- COMMAND ARGUMENT…")
        }
    }

    func run() throws {
        let (environment, patterns) = try resolve()
        let command = SecretCommand(self.command, environment: environment)
        do throws(CommandNotStarted) {
            // Without anything to mask there is nothing to stand between for.
            guard !noMasking, !patterns.isEmpty else { try command.replaceProcess() }
            try CommandRun(command, patterns: patterns).waitForEnd().endProcess()
        } catch {
            throw Failure(
                ExitStatus(rawValue: error.status) ?? .cannotRun, error.reason, remedy: error.remedy)
        }
    }

    /// Returns the environment of the command, and what is masked in its output.
    private func resolve() throws -> (EnvironmentBlock, MaskPatterns) {
        let files = try environmentFiles.map { path in
            let bytes = try ReferenceInput.bytes(path, limit: EnvironmentFile.largestSize)
            do throws(SecretReferenceError) {
                return (name: path, file: try EnvironmentFile(bytes))
            } catch {
                throw Failure(.failed, "\(path), \(error.reason)", remedy: error.remedy)
            }
        }
        let hasToken = try PresentedToken.ofServiceAccount(file: options.tokenFile) != nil
        let environment = try CommandEnvironment(
            inherited: InheritedEnvironment.entries, files: files,
            // The command gets the values that references name, and not the key to all of them.
            hidden: hasToken ? ["CHATELAINE_TOKEN", "CHATELAINE_TOKEN_FILE"] : [])
        let uses = environment.uses.map { (reference: $0.reference, place: $0.place) }
        let values = uses.isEmpty ? [:] : try ReferenceResolver(options, command: "run").values(of: uses)
        return (
            try environment.block { (reference) throws(SecretReferenceError) in try values.value(of: reference) },
            MaskPatterns(Array(values.values))
        )
    }
}
