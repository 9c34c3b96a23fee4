import Foundation
import KeychainServices
import LinuxSupport

/// The command line of macOS's security(1): its commands, options, prompts, streams and exit statuses, so that scripts work unchanged.
///
/// Specified in: Docs/security-command.md.
package struct SecurityCommand {
    let console: any Console
    let keychains: KeychainChoice

    /// - Parameters:
    ///   - console: the streams and the terminal.
    ///   - keychains: the keychains that arguments may name.
    package init(console: any Console, keychains: KeychainChoice) {
        (self.console, self.keychains) = (console, keychains)
    }

    /// The options in front of the command.
    private struct Settings {
        var prompt = "security> "
        var (readsCommands, isQuiet, isVerbose, showsHelp) = (false, false, false, false)
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: those behind the program's name.
    /// - Returns: the exit status.
    package func run(_ arguments: [String]) throws -> Int32 {
        var options = OptionReader("hilp:qv", arguments)
        var settings = Settings()
        do {
            while let (letter, value) = try options.next() {
                switch letter {
                case "h": settings.showsHelp = true
                case "i": settings.readsCommands = true
                case "p": (settings.prompt, settings.readsCommands) = (value ?? "", true)
                case "q": settings.isQuiet = true
                case "v": settings.isVerbose = true
                default: break
                }
            }
        } catch let error as UsageError {
            console.complain("security: \(error.reason ?? "")\n\(Self.usage)")
            return 2
        }
        if settings.showsHelp { return try run(["help"], settings) }
        if settings.readsCommands { return try interact(settings) }
        guard !options.operands.isEmpty else {
            try console.write(Self.usage)
            return 2
        }
        return try run(options.operands, settings)
    }

    /// Runs commands that are read from standard input, one a line.
    private func interact(_ settings: Settings) throws -> Int32 {
        var status: Int32 = 0
        while true {
            if console.isInteractive { try console.write(settings.prompt) }
            guard let line = try console.nextLine() else { return status }
            guard let words = WordSplitter.words(of: line) else {
                console.complain("security: a quotation mark is not closed\n")
                status = 1
                continue
            }
            guard let name = words.first else { continue }
            guard !["exit", "quit"].contains(name) else { return status }
            status = try run(words, settings)
            if status != 0 { console.complain("\(name): returned \(status)\n") }
        }
    }

    /// Runs one command.
    private func run(_ words: [String], _ settings: Settings) throws -> Int32 {
        if settings.isVerbose { console.complain(words.map { "\"\($0)\"" }.joined(separator: " ") + "\n") }
        let arguments = Array(words.dropFirst())
        if let name = words.first, "help".hasPrefix(name), !name.isEmpty { return try help(arguments) }
        guard let name = words.first, let command = Self.command(name) else {
            console.complain("security: unknown command \"\(UntrustedText.forTerminal(words.first ?? ""))\"\n")
            return 1
        }
        var invocation = Invocation(
            arguments: arguments, console: console, keychains: keychains, isQuiet: settings.isQuiet)
        do {
            try command.run(&invocation)
            return 0
        } catch {
            return try report(error, of: command)
        }
    }

    /// Says what went wrong.
    ///
    /// - Returns: the exit status.
    private func report(_ error: any Error, of command: Command) throws -> Int32 {
        switch error {
        case let error as UsageError:
            console.complain((error.reason.map { "security: \($0)\n" } ?? "") + command.usage)
            return 2
        case let error as FunctionFailure:
            console.complain("security: \(error.function): \(statusText(error.code.rawValue))\n")
            return error.status
        case let error as Ending:
            if let text = error.text { console.complain("\(text)\n") }
            return error.status
        case let error as KeychainError:
            console.complain("security: \(statusText(error.code.rawValue))\n")
            return error.code.rawValue & 0xff
        default: throw error
        }
    }

    private func help(_ names: [String]) throws -> Int32 {
        guard let name = names.first else {
            try console.write(Self.usage)
            return 0
        }
        guard let command = Self.command(name) else {
            console.complain("security: no help for \"\(UntrustedText.forTerminal(name))\": there is no such command\n")
            return 1
        }
        try console.write(command.usage)
        return 0
    }

    /// Returns the first command whose name begins with `name`.
    private static func command(_ name: String) -> Command? {
        name.isEmpty ? nil : commands.first { $0.name.hasPrefix(name) }
    }

    /// The commands in the order in which an abbreviation finds them.
    private static let commands: [Command] = [
        .listKeychains, .defaultKeychain, .loginKeychain, .createKeychain, .deleteKeychain, .lockKeychain,
        .unlockKeychain, .setKeychainSettings, .setKeychainPassword, .showKeychainInfo, .dumpKeychain, .createKeyPair,
        .addGenericPassword, .addInternetPassword, .addCertificates, .findGenericPassword, .deleteGenericPassword,
        .setGenericPasswordPartitionList, .findInternetPassword, .deleteInternetPassword,
        .setInternetPasswordPartitionList, .findKey, .setKeyPartitionList, .findCertificate, .findIdentity,
        .deleteCertificate, .deleteIdentity, .exportFile, .importFile, .messages,
        .addTrustedCertificate, .removeTrustedCertificate, .verifyCertificate, .error,
    ]

    private static var usage: String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = (["help"] + commands.map(\.name)).map { name in
            let summary = commands.first { $0.name == name }?.summary ?? "show the commands, or the usage of one"
            return "    \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(summary)\n"
        }
        return "Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [opts]\n"
            + "    -i    read commands from standard input\n    -p    the same, with this prompt\n"
            + "    -q    print less\n    -v    print each command before it runs\nsecurity commands are:\n"
            + list.joined()
    }
}

extension Command {
    /// The first line of the help.
    var summary: Substring { help.prefix { $0 != "\n" } }
}
