import Foundation
import FoundationXML
import PolicyKit
import Testing

/// What polkit is told of the actions is what the service asks for.
@Suite struct PolicyFileTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private func policy() throws -> Policy {
        let policy = Policy()
        let parser = XMLParser(data: Data(try Self.text("Packaging/polkit/io.github.chatelaine.policy").utf8))
        parser.delegate = policy
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return policy
    }

    @Test func theActionsAreThoseOfTheCode() throws {
        #expect(try policy().actions.map(\.id) == PolkitAction.allCases.map(\.rawValue))
    }

    @Test func itTakesThePasswordOfTheUserAndNothingElseWillDo() throws {
        for action in try policy().actions {
            let isKept = action.id == PolkitAction.kept.rawValue
            #expect(action.text["allow_any"] == "auth_self")
            #expect(action.text["allow_inactive"] == "auth_self")
            #expect(action.text["allow_active"] == (isKept ? "auth_self_keep" : "auth_self"))
        }
    }

    @Test func onlyTheServiceSaysWhichProgramItIs() throws {
        for action in try policy().actions {
            #expect(action.text["org.freedesktop.policykit.owner"] == "unix-user:chatelaine")
            let message = try #require(action.text["message"])
            #expect(message.contains("“$(program)”"))
            // What the program says comes last: nothing that follows could be made to look as if the system said it.
            #expect(message.hasSuffix("“$(reason)”"))
        }
    }

    @Test func theAccountVerifiesPrintsAndDoesNothingElseWithThem() throws {
        let rules = try Self.text("Packaging/polkit/io.github.chatelaine.rules")
        let actions = rules.matches(of: /"(net\.[^"]+)"/).map { String($0.1) }
        #expect(
            actions == ["net.reactivated.fprint.device.setusername", "net.reactivated.fprint.device.verify"])
        #expect(rules.contains("subject.user == \"chatelaine\" &&"))
    }

    @Test(arguments: ["policy", "rules"])
    func installedFilesEqualThePackagedOnes(file: String) throws {
        let source = try Self.text("Sources/chatelaine/Commands/PolkitText.swift")
        let lines = try Self.text("Packaging/polkit/io.github.chatelaine.\(file)").split(
            separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
        #expect(source.contains("= #\"\"\"\n\(text)\n        \"\"\"#\n"))
    }
}

/// The actions of a policy file.
private final class Policy: NSObject, XMLParserDelegate {
    struct Action {
        let id: String
        /// What is in each element, or in each annotation.
        var text: [String: String] = [:]
    }

    var actions: [Action] = []
    private var element = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        element = attributes["key"] ?? name
        if name == "action" { actions.append(Action(id: attributes["id"] ?? "")) }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { element = "" }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard !element.isEmpty, !actions.isEmpty else { return }
        actions[actions.count - 1].text[element, default: ""] += text
    }
}
