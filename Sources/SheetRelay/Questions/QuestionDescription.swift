import AgentProtocol
import LinuxSupport

/// The text of an agent's question for a window: the request, the reason, and the program, in lines of limited length.
///
/// Texts from programs (names, paths, reasons) are shortened, so that they cannot push the rest out of sight.
package struct QuestionDescription {
    /// The number of characters per line.
    package static let width = 64
    // The maximum sizes in bytes, in the encoding for pinentry: the whole text has to fit into one line of its
    // protocol.
    private static let longestName = 50
    private static let longestPath = 2 * width
    private static let longestReason = 540

    private let question: WireQuestion
    package init(_ question: WireQuestion) { self.question = question }

    /// Returns the whole text.
    ///
    /// - Parameter message: an instruction, or the last error.
    package func text(message: String = "") -> String {
        [request, message, programDescription].filter { !$0.isEmpty }.map(Self.wrap).joined(separator: "\n\n")
    }

    /// Returns the text without a message and without line breaks, for programs that wrap lines themselves.
    package func paragraphs() -> String { [request, programDescription].joined(separator: "\n\n") }

    private var name: String {
        let name = question.subject.path.split(separator: "/").last.map(String.init) ?? question.subject.path
        return Self.shorten(UntrustedText.forTerminal(name), to: Self.longestName)
    }

    /// The program's request, with the reason that the program has given.
    private var request: String {
        if question.hasAuthentication {
            let reason = Self.beginning(
                UntrustedText.forTerminal(question.authentication.presentation.reason), Self.longestReason)
            let demand = "“\(name)” \(QuestionText.demand(question.authentication))"
            return reason.isEmpty ? demand + "." : "\(demand):\n\n“\(reason)”"
        }
        if question.matter == .shareGroup {
            let group = Self.shorten(UntrustedText.forTerminal(question.sharedGroup), to: Self.longestName)
            let other = Self.shorten(UntrustedText.forTerminal(question.sharedWith), to: Self.longestPath)
            return
                "“\(name)” wants to let “\(other)” use all its secrets in “\(group)” from now on. Did you start this?"
        }
        if let request = QuestionText.keychainRequest(question) { return "“\(name)” \(request)" }
        guard !question.group.isEmpty else {
            return "“\(name)” has changed since its first use. Have you changed or updated it yourself?"
        }
        if let vault = QuestionText.vault(question) {
            return "“\(name)” wants to read and change all items in the vault “\(vault)”."
        }
        let group = Self.shorten(UntrustedText.forTerminal(question.group), to: Self.longestName)
        let owner = Self.shorten(UntrustedText.forTerminal(question.owner), to: Self.longestPath)
        let whose = owner.isEmpty ? "no program yet" : "“\(owner)”"
        return "“\(name)” asks for the secrets in “\(group)”, which belongs to \(whose)."
    }

    /// The program, as the agent has identified it.
    private var programDescription: String {
        let path = Self.shorten(UntrustedText.forTerminal(question.subject.path), to: Self.longestPath)
        return "Program: \(path)\nProcess \(question.pid); \(strength)"
    }

    private var strength: String {
        switch question.subject.strength {
        case "system": "only root can change the program"
        case "pinned": "a program of your own, known by its contents"
        case "unpinned": "in a directory that you trust"
        case "confined": "in a sandbox"
        case "interpreter": "an interpreter, whose scripts cannot be told apart"
        case "unidentified": "the program could not be examined"
        default: UntrustedText.forTerminal(question.subject.strength)
        }
    }

    // MARK: - Lines

    /// Shortens a text that is too long to its beginning and its end.
    package static func shorten(_ text: String, to limit: Int) -> String {
        guard size(text) > limit else { return text }
        // The end of a path says more than its beginning.
        let end = String(text.reversed().prefix(while: Budget(limit / 4 * 3 - 3).allows).reversed())
        return beginning(text, limit / 4) + end
    }

    /// Shortens a text that is too long to its beginning.
    private static func beginning(_ text: String, _ limit: Int) -> String {
        size(text) > limit ? text.prefix(while: Budget(limit - 3).allows) + "…" : text
    }

    private static func size(_ text: String) -> Int { text.reduce(0) { $0 + size($1) } }

    /// Returns the size of a character in pinentry's encoding, where a percent sign takes three bytes.
    private static func size(_ character: Character) -> Int { character == "%" ? 3 : character.utf8.count }

    private final class Budget {
        private var left: Int
        init(_ bytes: Int) { left = bytes }
        func allows(_ character: Character) -> Bool {
            left -= QuestionDescription.size(character)
            return left >= 0
        }
    }

    /// Wraps `text` at spaces. Words that are longer than a line are broken, preferably after a slash.
    package static func wrap(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(wrapLine).joined(separator: "\n")
    }

    private static func wrapLine(_ text: Substring) -> String {
        var lines: [Substring] = []
        var rest = text
        while rest.count > width {
            // One character more than a line, as there may be a space right after it.
            let window = rest.prefix(width + 1)
            if let space = window.lastIndex(of: " "), space > window.startIndex {
                lines.append(rest[..<space])
                rest = rest[rest.index(after: space)...]
            } else {
                let line = rest.prefix(width)
                let slash = line.dropFirst(width / 2).lastIndex(of: "/")
                let end = slash.map(rest.index(after:)) ?? line.endIndex
                lines.append(rest[..<end])
                rest = rest[end...]
            }
        }
        return (lines + [rest]).joined(separator: "\n")
    }
}
