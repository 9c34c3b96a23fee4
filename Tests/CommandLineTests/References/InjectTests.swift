import Foundation
import Glibc
import Testing

/// `chatelaine inject`.
@Suite struct InjectTests {
    private let references: ReferenceTool
    private let template: String

    init() throws {
        references = try ReferenceTool()
        template = try references.write(
            """
            # {{ other }} text
            password: "{{ \(ReferenceTool.reference) }}"
            mail=\(ReferenceTool.keychainReference)

            """, "template")
    }

    private static let filled = """
        # {{ other }} text
        password: "\(ReferenceTool.secret)"
        mail=\(ReferenceTool.keychainSecret)

        """

    @Test func templateIsFilledOnStandardOutput() throws {
        let output = try references.run(["inject", "-i", template])
        #expect(output.status == 0 && output.text == Self.filled, "\(output.complaint)")
    }

    @Test func templateMayComeFromStandardInput() throws {
        let output = try references.tool.run("inject", input: "<\(ReferenceTool.keychainReference)>")
        #expect(output.text == "<\(ReferenceTool.keychainSecret)>", "\(output.complaint)")
    }

    @Test func fileIsWrittenAsAWholeForItsOwnerOnly() throws {
        let path = try references.write("old", "out")
        chmod(path, 0o644)
        let output = try references.run(["inject", "-i", template, "-o", path])
        #expect(output.status == 0 && output.bytes.isEmpty, "\(output.complaint)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.filled)
        #expect(ReferenceTool.mode(path) == 0o600)
    }

    @Test func allMissingReferencesAreNamedAndNothingIsWritten() throws {
        let path = try references.write("old", "out")
        let broken = try references.write(
            "\(ReferenceTool.keychainReference)\n{{ chatelaine://keychain/a/b }}\nchatelaine://personal/Nowhere/password\n",
            "broken")
        let output = try references.run(["inject", "-i", broken, "-o", path])
        #expect(output.status == 44)
        for text in ["chatelaine://keychain/a/b (line 2)", "chatelaine://personal/Nowhere/password (line 3)"] {
            #expect(output.complaint.contains(text), "\(output.complaint)")
        }
        #expect(!output.complaint.contains(ReferenceTool.keychainReference))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test func symbolicLinkIsReplacedAndItsTargetStays() throws {
        let target = try references.write("target", "target")
        #expect(symlink(target, references.path("link")) == 0)
        #expect(try references.run(["inject", "-i", template, "-o", references.path("link")]).status == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "target")
        #expect(try String(contentsOfFile: references.path("link"), encoding: .utf8) == Self.filled)
    }

    @Test func deviceIsWrittenTo() throws {
        #expect(try references.run(["inject", "-i", template, "-o", "/dev/null"]).status == 0)
        #expect(access("/dev/null", W_OK) == 0)
    }

    @Test func malformedReferenceNamesItsLine() throws {
        let output = try references.tool.run("inject", input: "a\nb chatelaine://x\n")
        #expect(
            output.status == 1 && output.bytes.isEmpty && output.complaint.contains("line 2"), "\(output.complaint)")
    }
}
