import AppTesting
import Foundation
import Testing

/// The template for translations, which Scripts/texts.sh writes, contains all texts of the apps.
@Suite struct TemplateTests {
    private let template: Set<String>
    private let sources: [(path: String, text: String)]

    init() throws {
        let place = Stage.repository + "/Apps/"
        let lines = try String(contentsOfFile: place + "Translations/chatelaine-apps.pot", encoding: .utf8)
            .split(separator: "\n")
        var (texts, current): ([String], String?) = ([], nil)
        for line in lines {
            if line.hasPrefix("msgid ") { current = "" }
            if line.hasPrefix("msgstr ") {
                current.map { texts.append($0) }
                current = nil
            }
            guard let open = line.firstIndex(of: "\""), line.last == "\"" else { continue }
            current? += line[line.index(after: open)...].dropLast()
        }
        template = Set(texts)
        let sources = place + "Sources"
        self.sources = try FileManager.default.subpathsOfDirectory(atPath: sources)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".ui") }
            .map { ($0, try String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8)) }
    }

    @Test func everyTextOfTheCodeIsInTheTemplate() {
        var found = 0
        for (path, source) in sources where path.hasSuffix(".swift") {
            for match in source.matches(of: #/(?<before>.|\n)\btext\(\s*"(?<text>(?:[^"\\\n]|\\.)+)"/#) {
                // A case of an enumeration, or what is put together when the program runs.
                guard match.before != ".", !match.text.contains("\\(") else { continue }
                found += 1
                #expect(template.contains(String(match.text)), "\(path): \(match.text)")
            }
        }
        #expect(found > 300)
    }

    @Test func everyTextOfALayoutIsInTheTemplate() {
        var found = 0
        let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\\\"", "&apos;": "'", "&amp;": "&"]
        for (path, source) in sources where path.hasSuffix(".ui") {
            for match in source.matches(of: #/translatable="yes"[^>]*>(?<text>[^<]+)</#) {
                found += 1
                let text = entities.reduce(String(match.text)) { $0.replacing($1.key, with: $1.value) }
                #expect(template.contains(text), "\(path): \(text)")
            }
        }
        #expect(found > 100)
    }

    /// What people read is translated, or it is a program's name.
    @Test func layoutsHaveNoTextThatCannotBeTranslated() {
        let names = ["ACME", "ACME Browser", "TouchMeIn", "TestHost"]
        let property = #/<property name="(?<name>[a-z-]+)">(?<text>[^<]+)</#
        for (path, source) in sources where path.hasSuffix(".ui") {
            for match in source.matches(of: property) where !names.contains(String(match.text)) {
                let shown = ["label", "title", "subtitle", "description", "tooltip-text", "placeholder-text"]
                #expect(!shown.contains(String(match.name)), "\(path): \(match.text)")
            }
        }
    }
}
