import Foundation
import LinuxSupport
import PasswordVault
import TestSupport
import Testing

@testable import VaultExchange

/// CSV files that other programs read.
@Suite(.enabled(if: (try? SharedLibrary("libcsv.so.3")) != nil, "libcsv is not installed")) struct CSVExportTests {
    /// A login with what the columns hold.
    static func login(_ numbers: inout SeededNumbers, code: Bool) -> VaultItem {
        var item = VaultItem(.login, title: numbers.text())
        item.websites = [SavedWebsite("https://\(Int.random(in: 1...999, using: &numbers)).example/?a=1,2")]
        item["username"] = .text(numbers.text())
        item["password"] = .text(numbers.text(40))
        if code { item["one-time-code"] = .text("otpauth://totp/I:a?secret=JBSWY3DPEHPK3PXP&issuer=I") }
        if Bool.random(using: &numbers) { item.notes = Secret(numbers.text() + "\r\n" + numbers.text(200)) }
        return item
    }

    @Test(arguments: [("chrome-csv", false), ("apple-csv", true)])
    func whatIsWrittenIsReadBack(format: String, hasCodes: Bool) throws {
        var numbers = SeededNumbers(19)
        let items = (0..<200).map { _ in Self.login(&numbers, code: hasCodes) }
        let (data, remarks) = try TextReading.write(items, as: format)
        #expect(remarks.isEmpty && TextReading.recognized(data) == format)
        let read = try TextReading.read(data)
        #expect(read.items.count == items.count && read.remarks.isEmpty)
        for (read, item) in zip(read.items.map(\.item), items) {
            #expect(read.title == item.title && read.websites == item.websites && read.notes == item.notes)
            for field in ["username", "password", "one-time-code"] { #expect(read.value(field) == item.value(field)) }
        }
    }

    @Test(.enabled(if: ChildProcess.isInstalled("python3"), "there is no program “python3”"))
    func pythonReadsWhatIsWritten() throws {
        var item = VaultItem(.login, title: "=1+1")
        item["username"] = .text("a \"b\", c")
        item["password"] = .text(" p;\t")
        item.notes = Secret("one\ntwo")
        let (data, _) = try TextReading.write([item], as: "chrome-csv")
        let directory = try TemporaryDirectory()
        try data.write(to: URL(fileURLWithPath: directory("a.csv")))
        let script = "import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='')))))"
        let output = try ChildProcess.run(["python3", "-c", script, directory("a.csv")]).output
        let rows = try JSONDecoder().decode([[String]].self, from: Data(output.utf8))
        #expect(
            rows == [
                ["name", "url", "username", "password", "note"], ["=1+1", "", "a \"b\", c", " p;\t", "one\ntwo"],
            ])
    }

    @Test func whatHasNoPlaceIsSaidForEachItem() throws {
        var item = VaultItem(.login, title: "A")
        item.tags = ["t"]
        item.isFavourite = true
        item.websites = [SavedWebsite("https://a.example"), SavedWebsite("https://b.example")]
        item["one-time-code"] = .text("JBSWY3DPEHPK3PXP")
        item.fields.append(Field(label: "PUK", kind: .concealed, value: .text("secret-value")))
        let remarks = try TextReading.write([item], as: "chrome-csv").remarks
        #expect(remarks.allSatisfy { $0.position == "A" && !$0.text.contains("secret-value") })
        let text = remarks.map(\.text).joined(separator: "\n")
        for part in ["one-time code, PUK", "1 websites", "tags", "favourite"] { #expect(text.contains(part)) }
        #expect(try TextReading.write([item], as: "apple-csv").remarks.map(\.text).joined().contains("for: PUK"))
    }
}
