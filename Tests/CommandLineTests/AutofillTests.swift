import Foundation
import Testing

/// `autofill explain`.
@Suite struct AutofillTests {
    private let tool: CommandLineTool
    private static let page = #"""
        {"version": 2, "url": "https://acme.example/login", "forms": [{"number": 0, "button": "Log in"}],
         "fields": [{"id": "1", "form": 0, "label": "User name"}, {"id": "2", "form": 0, "type": "password", "label": "Pass\u001b[2Jword"}]}
        """#

    init() throws { tool = try CommandLineTool() }

    @Test func kindsAndReasonsArePrinted() throws {
        let output = try tool.run("autofill", "explain", "-", input: Self.page)
        #expect(output.status == 0)
        let text = output.text
        let lines = text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("sign-in: button “Log in” says signing in") == true, "\(text)")
        #expect(lines.last?.hasPrefix("2 “Pass\\u{1b}[2Jword”: current-password, ") == true, "\(text)")
        #expect(lines.count == 4)
    }

    @Test func programsGetTheSame() throws {
        let text = try tool.run("autofill", "explain", "--json", "-", input: Self.page).text
        let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(answer?["kind"] as? String == "sign-in")
        let fields = answer?["fields"] as? [[String: Any]] ?? []
        #expect(fields.map { $0["meaning"] as? String } == ["username", "current-password"])
        #expect(fields.allSatisfy { !(($0["reasons"] as? [String])?.isEmpty ?? true) })
    }

    @Test(arguments: ["", "{}", "[1, 2", #"{"version": 3, "url": "https://acme.example", "fields": []}"#])
    func otherInputIsAnErrorWithAReason(input: String) throws {
        let output = try tool.run("autofill", "explain", "-", input: input)
        #expect(output.status == 1)
        let text = output.complaint
        #expect(text.contains(input.isEmpty ? "is empty" : "cannot be used"), "\(text)")
    }

    @Test func missingFileIsNamed() throws {
        let output = try tool.run("autofill", "explain", "/nonexistent/page.json")
        #expect(output.status == 1)
        #expect(output.complaint.contains("/nonexistent/page.json"))
    }
}
