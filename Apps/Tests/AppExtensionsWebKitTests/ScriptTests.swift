import AppTesting
import Foundation
import Testing

@testable import AppExtensionsWebKit

/// The scripts in this build, and what they answer.
@Suite struct ScriptTests {
    /// They are those of the browser extension, in its order.
    @Test func theScriptsAreThoseOfTheFolder() throws {
        let folder = Stage.repository + "/Extension/page/"
        let order = try String(contentsOfFile: folder + "scripts.txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(PageScripts.order == order && !order.isEmpty)
        for name in order {
            let file = try #require(PageScripts.files[name], "\(name) is missing in PageScripts.files")
            #expect(try Data(file) == Data(contentsOf: URL(fileURLWithPath: folder + name)))
        }
        #expect(try PageScripts.reading().contains("chatelaineReading"))
    }

    @Test func aReportSaysWhatBecameOfEachField() throws {
        let report = try FillReport(
            """
            {"version": 2, "fields": [{"field": "1.0", "result": "filled"},
             {"field": "1.1", "result": "refused", "reason": "gone"}, {"field": "1.2", "result": "changed", "reason": "gone"}]}
            """)
        #expect(report.filledCount == 1)
        #expect(report.fields.map(\.result) == [.filled, .refused, .changed])
        #expect(report.reasons == ["gone"])
    }

    @Test(arguments: ["", "[]", "{}", #"{"version": 1, "fields": []}"#, #"{"version": 2, "fields": [{"field": 1}]}"#])
    func anotherReportIsRefused(json: String) {
        #expect(throws: WebKitPageError.self) { try FillReport(json) }
    }
}

/// The example for other web views in the documentation.
@Suite struct ExampleTests {
    @Test func theDocumentationHasTheExampleThatIsCompiled() throws {
        let example = try String(
            contentsOfFile: Stage.repository + "/Apps/Tests/AppExtensionsWebKitTests/OtherWebView.swift",
            encoding: .utf8)
        let page = try String(contentsOfFile: Stage.repository + "/Docs/app-extensions.md", encoding: .utf8)
        #expect(page.contains("```swift\n\(example)```\n"))
    }
}
