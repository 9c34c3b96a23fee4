import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Items of other programs' files come with all of their values.
struct ArchiveReadingTests {
    private func items(_ sample: JSONSample) throws -> ImportedContent {
        try ArchiveSample.read(Data(sample.text.utf8))
    }

    private func label(_ label: String, _ item: ImportedItem) -> Field? {
        item.item.allFields.first { $0.label == label }
    }

    @Test func bitwardenItemHasEveryMember() throws {
        let content = try items(JSONSamples.bitwarden)
        #expect(content.items.map(\.item.kind) == [.login, .creditCard, .identity, .sshKey, .secureNote])
        let login = content.items[0]
        #expect(login.folder == ["Work", "Servers"])
        #expect(login.isTrashed && !login.isArchived && login.item.isFavourite)
        #expect(login.created == Date(timeIntervalSince1970: 1_672_628_645.678))
        #expect(login.item.websites.map(\.rule) == ["domain", "host", "regex"])
        #expect(login.item.secret("one-time-code")?.text == "GEZDGNBVGY3TQOJQ")
        #expect(label("hidden", login)?.kind == .concealed)
        #expect(label("newMember", login)?.value == .text("kept"))
        #expect(label("passkey", login)?.kind == .passkey)
        #expect(login.history.map(\.secret.text) == ["old"])
        #expect(content.remarks.count == 2)
        #expect(content.items[1].item.text("expiry") == "2031-04")
        #expect(label("social security number", content.items[2])?.value.plain == "1-2-3")
    }

    @Test func bitwardenPasskeyIsWrittenAsItCame() throws {
        let item = try items(JSONSamples.bitwarden).items[0].item
        let (data, _) = try ArchiveSample.file(BitwardenExport(.plain), [ExportedItem(item)])
        let passkey = try JSONNode(parsing: data)["items"].array[0]["login"]["fido2Credentials"].array[0]
        #expect(passkey.json == #"{"counter":"0","credentialId":"x","keyValue":"k","rpId":"a.example"}"#)
    }

    @Test func bitwardenFileOfAnAccountSaysWhatToExport() throws {
        let text = #"{"encrypted":true,"encKeyValidation_DO_NOT_EDIT":"2.a|b|c","items":[]}"#
        let error = ArchiveSample.failure { _ = try ArchiveSample.read(Data(text.utf8)) }
        #expect(error?.kind == .unsupported)
        #expect(error?.remedy?.contains("Password protected") == true)
    }

    @Test(arguments: [
        #""kdfType":0,"kdfIterations":4000000000"#,
        #""kdfType":1,"kdfIterations":3,"kdfMemory":2000000,"kdfParallelism":4"#,
        #""kdfType":1,"kdfIterations":1000,"kdfMemory":1024,"kdfParallelism":4"#, #""kdfType":9"#, #""kdfType":0"#,
    ])
    func bitwardenFileWithExcessiveCostsIsRefused(costs: String) throws {
        let text =
            #"{"encrypted":true,"passwordProtected":true,"salt":"a","encKeyValidation_DO_NOT_EDIT":"2.a|b|c","# + costs
            + "}"
        let error = ArchiveSample.failure { _ = try ArchiveSample.read(Data(text.utf8), ArchiveSample.context("p")) }
        #expect(error != nil && error?.kind != .wrongPassword)
    }

    @Test func protonItemsHaveEveryMember() throws {
        let content = try items(JSONSamples.proton)
        #expect(content.items.map(\.item.kind) == [.login, .creditCard, .identity, .login])
        let login = content.items[0]
        #expect(login.isTrashed && login.sourceVault == "Personal" && login.item.isFavourite)
        #expect(login.item.text("username") == "jane")
        #expect(label("e-mail", login)?.value == .text("jane@example.org"))
        #expect(login.item.secret("one-time-code")?.text == "GEZDGNBVGY3TQOJQ")
        #expect(label("day", login)?.value == .text("2024-02-29"))
        #expect(content.items[1].item.text("expiry") == "2030-01")
        #expect(content.items[2].item.text("last-name") == "Doe")
        #expect(label("xHandle", content.items[2])?.value == .text("@jane"))
        #expect(label("alias", content.items[3])?.value == .text("x@alias.example"))
    }

    @Test func enpassItemsHaveEveryMember() throws {
        let content = try items(JSONSamples.enpass)
        let login = content.items[0]
        #expect(login.item.text("username") == "jane" && login.item.secret("password")?.text == "pw")
        #expect(login.isArchived && !login.isTrashed && login.item.isFavourite)
        // Each folder is in the other one: the way ends where it began.
        #expect(login.folder == ["Top", "Sub"])
        #expect(login.history.map(\.secret.text) == ["old"])
        #expect(try login.attachments.map(ArchiveSample.bytes) == [Data("hello".utf8)])
        #expect(login.item.sections.map(\.title) == ["More"])
        #expect(content.items[1].item.text("expiry") == "2031-07")
    }

    @Test func cxfItemHasEveryCredential() throws {
        let content = try items(JSONSamples.cxf)
        let login = content.items[0]
        #expect(login.folder == ["Work"] && login.item.tags == ["t"])
        #expect(login.item.text("username") == "jane")
        #expect(login.item.secret("one-time-code")?.text.contains("secret=GEZDGNBVGY3TQOJQ") == true)
        #expect(login.item.websites.map(\.address) == ["https://a.example", "app://org.example"])
        #expect(label("passkey", login)?.kind == .passkey)
        #expect(label("mail", login)?.kind == .email)
        #expect(label("member", login)?.value == .text("kept"))
        #expect(content.remarks.map(\.text) == ["the file “a.txt” is not part of the document"])
    }
}
