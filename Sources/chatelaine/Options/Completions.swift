import AgentClient
import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport

/// Names of the keychain's items that a shell completes.
enum KeychainCompletion {
    static let services = names(of: .service)
    static let servers = names(of: .server)
    static let labels = names(of: .label)
    static let groups = names(of: .accessGroup)
    /// Accounts of the service that the words before name, or of all.
    static let accounts = CompletionKind.custom { words, index, _ in
        let words = CompletedWords(words, index)
        let service = words.operand ?? words.value(of: "--service") ?? words.value(of: "-s")
        return list(.account) { service == nil || $0[.service]?.string == service }
    }

    /// The requirements of an item, separated by commas.
    static let requirements = CompletionKind.custom { words, index, prefix in
        let known = AccessControlArgument.names.map(\.name)
        var chosen = prefix.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        _ = chosen.popLast()
        return known.filter { !chosen.contains($0) }.map { (chosen + [$0]).joined(separator: ",") }
    }

    /// Names of attributes, each with the sign that a value comes after.
    static let attributes = CompletionKind.list(AttributeName.all.map { $0.name + "=" })

    private static func names(of key: AttributeKey) -> CompletionKind {
        CompletionKind.custom { _, _, _ in list(key) { _ in true } }
    }

    private static func list(_ key: AttributeKey, where isMeant: (Item) -> Bool) -> [String] {
        // A keychain is not made by looking for names in it.
        guard let root = try? KeychainRoot.user(),
            FileManager.default.fileExists(atPath: root.keychainPath(named: "default"))
                || (try? AgentStatus.ofUser()) ?? nil != nil, let keychain = try? Session.open()
        else { return [] }
        var names = Set<String>()
        for itemClass in ItemClassName.stored where itemClass.attribute(key) != nil {
            let query = Query(itemClass, synchronizable: .any)
            for item in (try? keychain.itemsThatAskForNobody(matching: [query])) ?? [] where isMeant(item) {
                if let name = item[key]?.string, UntrustedText.forTerminal(name) == name { names.insert(name) }
            }
        }
        return names.sorted()
    }
}

/// The words of a command line that is being typed.
struct CompletedWords {
    private let words: [String]

    /// - Parameters:
    ///   - words: as the shell has them, quotes and backslashes included.
    ///   - index: of the word that is completed, which is left out.
    init(_ words: [String], _ index: Int) {
        self.words = words.enumerated().filter { $0.offset != index }.map { Self.unquoted($0.element) }
    }

    /// The value of an option, if it is among the words.
    func value(of option: String) -> String? {
        if let index = words.firstIndex(of: option), index + 1 < words.count { return words[index + 1] }
        return words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// The command that the words begin with, and the words after it.
    private var parsed: (command: String, rest: ArraySlice<String>) {
        var command = Chatelaine.self as any ParsableCommand.Type
        var names: [String] = []
        var rest = words.dropFirst()
        while let next = command.configuration.subcommands.first(where: { $0.names.contains(rest.first ?? "") }) {
            command = next
            if let name = next.names.first { names.append(name) }
            rest = rest.dropFirst()
        }
        return (names.joined(separator: " "), rest)
    }

    /// The command, as in “vault edit”.
    var command: String { parsed.command }

    /// The first operand of the command.
    var operand: String? {
        var rest = parsed.rest
        let flags = Self.flags[command] ?? []
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else { return word }
            if Self.optionsWithValues.contains(word), !flags.contains(word) { rest = rest.dropFirst() }
        }
        return nil
    }

    /// Of the commands that take an item.
    private static let optionsWithValues: Set<String> = [
        "--account", "--attr", "--class", "--copy", "--field", "--forbid", "--group", "--groups", "--kind",
        "--label", "--length", "--max-consecutive", "--max-length", "--min-length", "--name", "--output", "--part",
        "--pin", "--qr", "--remove", "--remove-tag", "--remove-website", "--require", "--rules", "--secret",
        "--secret-part", "--separator", "--server", "--service", "--set", "--tag", "--title", "--to", "--type",
        "--vault", "--words", "-a", "-g", "-l", "-o", "-s",
    ]
    /// Those of them that take no value in some commands.
    private static let flags: [String: Set<String>] = ["get": ["--copy"], "edit": ["--secret"]]

    /// A word without what only the shell wants to see.
    static func unquoted(_ word: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}
