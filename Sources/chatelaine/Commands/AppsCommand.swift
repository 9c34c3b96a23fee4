import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport

struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "Says which programs the agent knows, and what each may have.",
        discussion: """
            How sure the agent is of a program: secured (as system, and no other program of yours can look into it), system (only root \
            could have changed it), pinned (it is what it was at its first \
            use), unpinned (under a directory that you trust), confined (in a sandbox), interpreter (one of many scripts).

            Examples:
              chatelaine apps
              chatelaine apps share com.example.mail /usr/bin/mail-notifier
              chatelaine apps accept ~/bin/tool
            """,
        subcommands: [
            ListCommand.self, AddCommand.self, RemoveCommand.self, OwnerCommand.self, ShareCommand.self,
            UnshareCommand.self, ForgetCommand.self, AcceptCommand.self, TrustCommand.self, AskCommand.self,
            SecureCommand.self, UnsecureCommand.self,
        ],
        defaultSubcommand: ListCommand.self
    )

    /// Returns the path as the agent sees it: absolute and, if the file exists, without symbolic links.
    static func path(_ argument: String) throws -> String {
        if let resolved = realpath(argument, nil) {
            defer { free(resolved) }
            guard let path = String(validatingCString: resolved) else {
                throw Failure.usage(
                    "the path to which “\(argument)” leads is not UTF-8",
                    remedy: "move the program to another directory")
            }
            return path
        }
        guard argument.hasPrefix("/") else {
            throw Failure.usage("there is no program “\(argument)”", remedy: "give the path of its executable")
        }
        return argument
    }

    /// Returns ``path(_:)`` for a program that is to be given access.
    ///
    /// - Throws: a ``Failure`` if the file is a script.
    static func program(_ argument: String) throws -> String {
        let path = try path(argument)
        // A FIFO or a device must not block this command.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return path }
        defer { close(descriptor) }
        var start: [UInt8] = [0, 0]
        guard read(descriptor, &start, 2) == 2, start == Array("#!".utf8) else { return path }
        throw Failure(
            .failed,
            "“\(path)” is a script: the agent sees only its interpreter, and treats all scripts of an interpreter as one program",
            remedy: "use a program with an executable of its own")
    }

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the programs, their strength and their access groups.")
        @Flag(help: .json) var json = false
        @OptionGroup var options: AgentOptions

        func run() throws {
            let listing = try options.perform { try $0.listing() }
            guard !json else {
                let trusted = listing.trustedPaths.map(JSONText.string)
                return try JSONText.print([
                    ("programs", .array(listing.apps.map(\.json))), ("trustedDirectories", .array(trusted)),
                ])
            }
            var text = ""
            for app in listing.apps {
                text += UntrustedText.forTerminal(app.path) + "\t" + UntrustedText.forTerminal(app.strength) + "\t"
                let answers = app.grants.compactMap(\.answer)
                text += UntrustedText.forTerminal(
                    (app.groups + app.sharedGroups.map { $0 + " (shared)" } + answers).joined(separator: ", "))
                text += "\n"
            }
            for path in listing.trustedPaths { text += "\(UntrustedText.forTerminal(path))/\ttrusted directory\t\n" }
            try StandardStreams.write(text)
        }
    }

    struct AddCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Registers the access groups of a program; those that the program requests are then ignored.")
        @Argument(help: "The path of its executable.") var program: String
        @Argument(help: "Its access groups; the first is where it adds.") var groups: [String]
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.program(program)
            try options.perform { agent in
                try agent.change(
                    .register(
                        .with {
                            $0.path = path
                            $0.groups = groups
                        }))
            }
        }
    }

    struct RemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes a program's registration made by “apps add”. The program keeps the groups that it owns.")
        @Argument(help: "The path of its executable.") var program: String
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.path(program)
            try options.perform { try $0.change(.unregister(path)) }
        }
    }

    struct OwnerCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "owner", abstract: "Gives an access group, with all that is in it, to a program.")
        @Argument(help: "The access group.") var group: String
        @Argument(
            help: "The path of the executable. Without it, the next program that uses the group becomes its owner.")
        var program: String?
        @OptionGroup var options: AgentOptions

        func run() throws {
            guard let program else { return try options.perform { try $0.change(.release(group)) } }
            let path = try AppsCommand.program(program)
            try options.perform { try $0.change(.assign(.pair(group, path))) }
        }
    }

    struct ShareCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "share", abstract: "Lets programs use an access group in addition to its owner.")
        @Argument(help: "The access group.") var group: String
        @Argument(help: "The paths of their executables.") var programs: [String]
        @OptionGroup var options: AgentOptions

        func run() throws {
            let paths = try programs.map(AppsCommand.program)
            try options.perform { agent in
                for path in paths { try agent.change(.share(.pair(group, path))) }
            }
        }
    }

    struct UnshareCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unshare", abstract: "Ends the sharing of an access group with a program.")
        @Argument(help: "The access group.") var group: String
        @Argument(help: "The path of its executable.") var program: String
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.path(program)
            try options.perform { try $0.change(.unshare(.pair(group, path))) }
        }
    }

    struct AcceptCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Accepts a changed program as the same program.",
            discussion: "For a program that you have built or updated yourself, after it was refused once.")
        @Argument(help: "The path of its executable.") var program: String
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.program(program)
            try options.perform { try $0.change(.accept(path)) }
        }
    }

    struct TrustCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trust-path",
            abstract: "Lets the programs in a directory change, as when they are rebuilt.",
            discussion: "A user or program that can write there can then be any of these programs.")
        @Argument(help: "The directory.") var directory: String
        @Flag(help: "Trust it no longer.") var remove = false
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.path(directory)
            try options.perform { try $0.change(remove ? .distrustPath(path) : .trustPath(path)) }
        }
    }
}

extension AppsCommand {
    struct AskCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ask",
            abstract: "Sets whether the agent asks you when a program requests an access group of another program.",
            discussion: "Without it, such a program gets an error at once; share a group with it instead.")

        enum Choice: String, ExpressibleByArgument, CaseIterable { case yes, no }

        @Argument(help: "yes or no") var choice: Choice
        @OptionGroup var options: AgentOptions

        func run() throws { try options.perform { try $0.change(.askForGroups(choice == .yes)) } }
    }
}

extension AppsCommand {
    struct ForgetCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: "Forgets what was answered when a program asked for something: it has to ask again.",
            discussion: """
                Example:
                  chatelaine apps forget vault:personal /usr/bin/mail
                """)
        @Argument(help: "The access group, or “vault:” and the name of a vault.") var group: String
        @Argument(help: "The path of its executable.") var program: String
        @OptionGroup var options: AgentOptions

        func run() throws {
            let path = try AppsCommand.path(program)
            try options.perform { try $0.change(.forgetAnswers(.pair(group, path))) }
        }
    }
}

extension WirePolicyListing.App {
    fileprivate var json: JSONText {
        .object([
            ("path", .string(path)), ("strength", .string(strength)), ("groups", .array(groups.map(JSONText.string))),
            ("sharedGroups", .array(sharedGroups.map(JSONText.string))),
            ("answers", .array(grants.compactMap(\.json))),
        ])
    }
}

extension WirePolicyListing.Grant {
    /// The answer of the user, for programs; nil if it is not an answer.
    fileprivate var json: JSONText? {
        switch kind {
        case .allowed, .refused:
            .object([
                ("group", .string(group)), ("allowed", .bool(kind == .allowed)), ("forSession", .bool(forSession)),
            ])
        default: nil
        }
    }

    /// The answer of the user, as it is listed; nil if it is not an answer.
    fileprivate var answer: String? {
        switch kind {
        case .allowed: group + (forSession ? " (allowed for its session)" : " (allowed)")
        case .refused: group + (forSession ? " (refused for its session)" : " (refused)")
        default: nil
        }
    }
}

extension WirePolicyChange.Pair {
    static func pair(_ group: String, _ path: String) -> WirePolicyChange.Pair {
        .with {
            $0.group = group
            $0.path = path
        }
    }
}

struct WhoamiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Shows how the agent identifies this command.",
        discussion: """
            Its path, its strength (how sure the agent is of it), and why the strength is not higher. Programs are told the same of \
            themselves; “chatelaine apps” shows it for all.
            """
    )

    @Flag(help: .json) var json = false

    func run() throws {
        let status = try AgentSession.require()
        guard !json else {
            return try JSONText.print([
                ("path", .string(status.program)), ("strength", .string(status.strength)),
                ("reason", JSONText(status.reason.isEmpty ? nil : status.reason)),
            ])
        }
        let fields = [status.program, status.strength] + (status.reason.isEmpty ? [] : [status.reason])
        try StandardStreams.print(fields.map { UntrustedText.forTerminal($0) }.joined(separator: "\t"))
        if getenv("CHATELAINE_ENTITLEMENTS") != nil {
            StandardStreams.complain(
                "note: CHATELAINE_ENTITLEMENTS is set, and does not count with an agent; say which groups a program has with: "
                    + "chatelaine apps add\n")
        }
    }
}
