import ArgumentParser
import Foundation
import LinuxSupport
import PageFilling

struct AutofillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "autofill",
        abstract: "Says how web pages are understood.",
        subcommands: [AutofillExplainCommand.self]
    )
}

struct AutofillExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says what a page is for, what each of its fields asks for, and why.",
        discussion: """
            The page is a model as the browser extension collects it: share/doc/chatelaine/password-manager-feature.md, “Pages”. Names of \
            fields are those of HTML's autocomplete attribute. Nothing is sent anywhere, and no vault is opened.

            Examples:
              chatelaine autofill explain page.json
              chatelaine autofill explain --json - < page.json
            """
    )

    @Argument(help: "The file with the model; “-” is standard input.", completion: .file(extensions: ["json"]))
    var file: String
    @Flag(help: .json) var json = false

    func run() throws {
        let data = try contents()
        let model: PageModel
        do throws(PageFillingError) {
            model = try PageModel(json: data)
        } catch {
            throw Failure(.failed, error.reason, remedy: "collect the page again with the scripts of this release")
        }
        let reading = PageReading(model)
        if json {
            try JSONText.print(members(reading))
        } else {
            try StandardStreams.print(text(reading, model))
        }
    }

    private func contents() throws -> Data {
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        // One byte more than the largest model, which then is refused for its size.
        guard let handle, let data = try? handle.read(upToCount: PageModel.Limits.bytes + 1) else {
            throw Failure(
                .failed, "“\(UntrustedText.forTerminal(file))” cannot be read, or is empty",
                remedy: "name a file with a page's model, or “-” for standard input")
        }
        return data
    }

    private func members(_ reading: PageReading) -> [(name: String, value: JSONText)] {
        let list = { (reasons: [String]) in JSONText.array(reasons.map(JSONText.string)) }
        return [
            ("kind", .string(reading.kind.rawValue)), ("reasons", list(reading.reasons)),
            (
                "forms",
                .array(
                    reading.forms.map { form in
                        .object([
                            ("number", form.number.map(JSONText.number) ?? .null),
                            ("kind", .string(form.kind.rawValue)), ("reasons", list(form.reasons)),
                        ])
                    })
            ),
            (
                "fields",
                .array(
                    reading.fields.map { field in
                        .object([
                            ("id", .string(field.id)), ("meaning", .string(field.term.rawValue)),
                            ("certain", .bool(!field.isWeak)), ("reasons", list(field.reasons)),
                        ])
                    })
            ),
        ]
    }

    /// The same for people.
    private func text(_ reading: PageReading, _ model: PageModel) -> String {
        var lines = ["\(reading.kind.rawValue): \(reading.reasons.joined(separator: "; "))"]
        for form in reading.forms {
            let name = form.number.map { "form \($0)" } ?? "no form"
            lines.append("\(name): \(form.kind.rawValue), \(form.reasons.joined(separator: "; "))")
        }
        for (field, read) in zip(model.fields, reading.fields) {
            let name = [field.label, field.name, field.htmlID, field.placeholder].first { !$0.isEmpty } ?? field.type
            let doubt = read.isWeak ? " (ambiguous)" : ""
            lines.append("\(read.id) “\(name)”: \(read.term.rawValue)\(doubt), \(read.reasons.joined(separator: "; "))")
        }
        return lines.map { UntrustedText.forTerminal($0) }.joined(separator: "\n")
    }
}
