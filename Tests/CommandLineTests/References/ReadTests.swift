import Foundation
import Glibc
import Testing

/// `chatelaine read`, and the references that `vault show` prints.
@Suite struct ReadTests {
    @Test func fieldsAreReadByTitleByIdAndInSections() throws {
        let references = try ReferenceTool()
        let id = try references.vault.text("show", "Database", "--field", "id").trimmingCharacters(
            in: .whitespacesAndNewlines)
        for (reference, value) in [
            ("chatelaine://personal/Database/password", ReferenceTool.secret),
            ("chatelaine://personal/database/PASSWORD", ReferenceTool.secret),
            ("chatelaine://personal/\(id)/password", ReferenceTool.secret),
            ("chatelaine://personal/Database/username", "maria"), ("chatelaine://personal/Database/Admin/PIN", "4711"),
            ("chatelaine://personal/Database/PIN", "4711"), ("chatelaine://personal/Database/title", "Database"),
        ] {
            let output = try references.run(["read", reference])
            #expect(output.text == value + "\n", "\(reference): \(output.complaint)")
        }
        #expect(try references.run(["read", "-n", ReferenceTool.reference]).text == ReferenceTool.secret)
    }

    @Test func keychainIsReadWithoutAVault() throws {
        let references = try ReferenceTool()
        let output = try references.tool.run("read", ReferenceTool.keychainReference)
        #expect(output.status == 0 && output.text == ReferenceTool.keychainSecret + "\n", "\(output.complaint)")
    }

    @Test func fileIsReadableByItsOwnerOnly() throws {
        let references = try ReferenceTool()
        let output = try references.run(["read", ReferenceTool.reference, "-n", "-o", references.path("out")])
        #expect(output.status == 0 && output.bytes.isEmpty, "\(output.complaint)")
        #expect(try String(contentsOfFile: references.path("out"), encoding: .utf8) == ReferenceTool.secret)
        #expect(ReferenceTool.mode(references.path("out")) == 0o600)
    }

    @Test(arguments: [
        ("chatelaine://personal/Database/nothing", Int32(44)), ("chatelaine://personal/Nowhere/password", 44),
        ("chatelaine://personal/Data/password", 44), ("chatelaine://personal/Database/Admin/password", 44),
        ("chatelaine://personal/Database/one-time-code", 44),
        ("chatelaine://personal/Database/password?attribute=otp", 44), ("chatelaine://other/Database/password", 1),
        ("chatelaine://keychain/mail/nobody", 44), ("chatelaine://personal/Database", 2), ("personal/Database", 2),
    ])
    func whatIsNotThereIsAnErrorWithoutOutput(reference: String, status: Int32) throws {
        let references = try ReferenceTool()
        let output = try references.run(["read", reference])
        #expect(output.status == status && output.bytes.isEmpty, "\(reference): \(output.status) \(output.complaint)")
        #expect(output.complaint.contains("next: ") && !output.complaint.contains(ReferenceTool.secret))
    }

    @Test func severalItemsOfOneTitleAreNamedByTheirIds() throws {
        let references = try ReferenceTool()
        _ = try references.vault.text("add", "Database", "--no-secret")
        let output = try references.run(["read", ReferenceTool.reference])
        #expect(output.status == 1 && output.bytes.isEmpty)
        #expect(output.complaint.contains("2 items are called “Database”") && output.complaint.contains("by its id: "))
    }

    @Test func currentCodeIsReadByItsAttribute() throws {
        let references = try ReferenceTool()
        _ = try references.vault.text("add", "Codes", "--no-secret", "--otp", input: "GEZDGNBVGY3TQOJQ\n")
        let reference = "chatelaine://personal/Codes/one-time-code?attribute=otp"
        let output = try references.run(["read", reference])
        #expect(output.text.count == 7 && output.text.dropLast().allSatisfy(\.isNumber), "\(output.complaint)")
        #expect(try references.vault.text("show", "Codes", "--reference") == reference + "\n")
    }

    @Test func lockedVaultWithoutATerminalIsAnError() throws {
        let references = try ReferenceTool()
        let output = try references.tool.run("read", ReferenceTool.reference)
        #expect(output.status == 36 && output.bytes.isEmpty, "\(output.complaint)")
    }

    @Test func printedReferencesReadTheirFields() throws {
        let references = try ReferenceTool()
        _ = try references.vault.text(
            "add", "a/b? 100 %", "My/field:text=x y", "name:text=z", "--no-secret")
        for title in ["Database", "a/b? 100 %"] {
            let printed = try references.vault.text("show", title, "--reference").split(separator: "\n").map(
                String.init)
            #expect(printed.count >= 2)
            for reference in printed {
                let output = try references.run(["read", reference])
                #expect(output.status == 0, "\(reference): \(output.complaint)")
            }
        }
        #expect(
            try references.vault.text("show", "Database", "--reference", "password") == ReferenceTool.reference + "\n")
        #expect(
            try references.vault.text("show", "Database", "--reference", "PIN")
                == "chatelaine://personal/Database/Admin/PIN\n")
        #expect(try references.vault.run("show", "Database", "password").status == 2)
    }

    @Test func vaultNamedKeychainIsRefused() throws {
        let references = try ReferenceTool()
        let made = try references.vault.run("create", "keychain")
        #expect(made.status != 0 && made.complaint.contains("“keychain”"))
        #expect(try references.vault.run("rename", "personal", "keychain").status != 0)
    }
}
