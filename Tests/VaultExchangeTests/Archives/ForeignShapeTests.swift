import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Files in the shapes that other programs write come with all of their values. The values are made for these tests.
struct ForeignShapeTests {
    private func read(_ text: String) throws -> ImportedContent { try ArchiveSample.read(Data(text.utf8)) }

    private func archive(_ entries: [(String, String)]) throws -> ImportedContent {
        let archive = try ZipWriter()
        for (name, text) in entries { try archive.add(name, Data(text.utf8)) }
        let buffer = ExportBuffer()
        try archive.finish(to: buffer)
        return try ArchiveSample.read(buffer.data)
    }

    private func label(_ label: String, _ item: ImportedItem) -> Field? {
        item.item.allFields.first { $0.label == label }
    }

    // The shape of an organisation's export: bitwarden/clients, org-vault-export.service.ts; ProtonMail/WebClients, mocks of its importer.
    @Test func itemsOfABitwardenOrganisationAreInTheirCollections() throws {
        let content = try read(
            #"""
            {"encrypted":false,"collections":[{"id":"c1","organizationId":"o1","name":"Team/Web","externalId":null},
            {"id":"c2","organizationId":"o1","name":"Ops","externalId":null}],"items":[{"passwordHistory":null,
            "revisionDate":"2024-01-16T14:36:15.2733333Z","creationDate":"2024-01-16T14:36:15.273456Z","deletedDate":null,
            "id":"i1","organizationId":"o1","folderId":null,"type":1,"reprompt":0,"name":"Site ","notes":null,"favorite":false,
            "login":{"fido2Credentials":[],"uris":[],"username":"u","password":null,"totp":null},"collectionIds":["c1","c2"],
            "key":null}]}
            """#)
        let item = try #require(content.items.first)
        #expect(item.folder == ["Team", "Web"] && item.item.tags == ["Ops"])
        #expect(item.sourceVault == "o1" && item.item.text("username") == "u")
        #expect(item.created.map { abs($0.timeIntervalSince1970 - 1_705_415_775.273) < 0.01 } == true)
        #expect(item.changed.map { abs($0.timeIntervalSince1970 - 1_705_415_775.273) < 0.01 } == true)
        #expect(content.remarks.isEmpty)
    }

    // Types 6 to 8: bitwarden/clients, cipher-type.ts, bank-account.export.ts, drivers-license.export.ts, passport.export.ts.
    @Test func bitwardenPapersBecomeFields() throws {
        let content = try read(
            #"""
            {"encrypted":false,"folders":[],"items":[
            {"id":"1","type":6,"name":"Account","bankAccount":{"bankName":"Bank","accountNumber":"42","pin":"9","iban":"XX1","swiftCode":""}},
            {"id":"2","type":7,"name":"Licence","driversLicense":{"firstName":"Jane","lastName":"Doe","dateOfBirth":"1990-01-15",
            "licenseNumber":"L1","issueDate":"2020-06-01","licenseClass":"B"}},
            {"id":"3","type":8,"name":"Pass","passport":{"surname":"Doe","givenName":"Jane","passportNumber":"P1","expirationDate":"soon"}}]}
            """#)
        let items = content.items
        #expect(items.map(\.item.kind) == [.secureNote, .identity, .identity])
        #expect(items.map(\.item.tags) == [["Bank Account"], ["Driver's License"], ["Passport"]])
        #expect(label("accountNumber", items[0])?.kind == .concealed && label("bankName", items[0])?.kind == .text)
        #expect(items[1].item.text("birth-date") == "1990-01-15" && items[1].item.text("first-name") == "Jane")
        #expect(label("licence number", items[1])?.kind == .concealed && label("issueDate", items[1])?.kind == .date)
        #expect(items[2].item.text("last-name") == "Doe" && label("passport number", items[2])?.value.plain == "P1")
        // No date: it stays as it is.
        #expect(label("expirationDate", items[2])?.value == .text("soon"))
    }

    private static let python = "/usr/bin/python3"
    private static let hasArgon2: Bool = {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import argon2.low_level"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    // Salt, costs and expansion: bitwarden/clients, password-protected-kdf-config.ts; the memory is in MiB.
    private static let protecting = #"""
        import sys, json, base64, hashlib, hmac, os, subprocess, argon2.low_level as a
        salt = base64.b64encode(os.urandom(16)).decode()
        key = a.hash_secret_raw("p\u00e4ss".encode(), hashlib.sha256(salt.encode()).digest(), 3, 16 * 1024, 4, 32, a.Type.ID)
        expand = lambda info: hmac.new(key, info + b"\x01", hashlib.sha256).digest()
        def seal(data):
            iv = os.urandom(16)
            out = subprocess.run(["openssl", "enc", "-aes-256-cbc", "-K", expand(b"enc").hex(), "-iv", iv.hex()], input=data,
                stdout=subprocess.PIPE, check=True).stdout
            mac = hmac.new(expand(b"mac"), iv + out, hashlib.sha256).digest()
            return "2." + "|".join(base64.b64encode(part).decode() for part in (iv, out, mac))
        items = {"encrypted": False, "folders": [], "items": [{"id": "1", "type": 1, "name": "Sealed", "login": {"password": "pw"}}]}
        print(json.dumps({"encrypted": True, "passwordProtected": True, "salt": salt, "kdfType": 1, "kdfIterations": 3, "kdfMemory": 16,
            "kdfParallelism": 4, "encKeyValidation_DO_NOT_EDIT": seal(b"check"), "data": seal(json.dumps(items).encode())}))
        """#

    @Test(.enabled(if: hasArgon2, "python3-argon2 is not installed"))
    func bitwardenFileThatAnotherArgon2HasProtectedOpens() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-c", Self.protecting]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let content = try ArchiveSample.read(data, ArchiveSample.context("wrong", "päss"))
        #expect(content.items.first?.item.secret("password")?.text == "pw")
    }

    // Version 3: support.1password.com/1pux-format; bitwarden/clients, onepassword-1pux-importer-types.ts.
    @Test func onePUXItemHasLabelsLinkedValuesAndKeys() throws {
        let content = try archive([
            (
                "export.data",
                #"""
                {"accounts":[{"attrs":{"accountName":"A","name":"A","avatar":"","email":"","uuid":"u","domain":""},"vaults":[{"attrs":{"uuid":"v",
                "desc":"","avatar":"","name":"Private","type":"P"},"items":[{"uuid":"1","favIndex":0,"createdAt":1619467769,"updatedAt":1619467906,
                "state":"trashed","categoryUuid":"001","details":{"loginFields":[{"value":{"email_address":"jane@example.org"},"id":"","name":"u",
                "fieldType":"E","designation":"username"},{"value":"pw","id":"","name":"p","fieldType":"P","designation":"password"},
                {"value":"on","id":"","name":"remember","fieldType":"C"}],"notesPlain":null,"sections":[{"title":"Security","name":"s","fields":[
                {"title":"code","id":"TOTP_1","value":{"totp":"GEZDGNBVGY3TQOJQ"},"guarded":false,"multiline":false,"dontGenerate":false,
                "inputTraits":{"keyboard":"default","correction":"default","capitalization":"default"}},{"title":"gone","id":"g",
                "value":{"monthYear":null}},{"title":"mail","id":"m","value":{"email":{"email_address":"b@example.org","provider":null}}}],
                "hideAddAnotherField":true}],"passwordHistory":[]},"overview":{"subtitle":"s","urls":[{"label":"website","url":"https://a.example"},
                {"label":"Admin console","url":"https://b.example"}],"title":"Site","url":"https://a.example","ps":100,"pbe":86.1,"pgrng":true,
                "tags":null,"icons":null,"watchtowerExclusions":null}},
                {"uuid":"2","favIndex":1,"createdAt":1,"updatedAt":1,"state":"active","categoryUuid":"114","details":{"loginFields":[],
                "sections":[{"title":"","fields":[{"title":"private key","id":"private_key","value":{"sshKey":{"privateKey":"pem","metadata":
                {"privateKey":"pem","publicKey":"ssh-ed25519 A","fingerprint":"SHA256:x","keyType":"ed25519"}}}}]}]},"overview":{"title":"Key"}}]}]}]}
                """#
            )
        ])
        let (login, key) = (content.items[0], content.items[1])
        #expect(login.isTrashed && login.item.text("username") == "jane@example.org")
        #expect(login.item.websites.map(\.address) == ["https://a.example", "https://b.example"])
        #expect(label("Admin console", login)?.value == .text("https://b.example") && label("website", login) == nil)
        #expect(login.item.secret("one-time-code")?.text == "GEZDGNBVGY3TQOJQ")
        #expect(label("mail", login)?.kind == .email && label("remember", login) == nil && label("gone", login) == nil)
        #expect(key.item.kind == .sshKey && key.item.text("fingerprint") == "SHA256:x" && label("keyType", key) == nil)
        #expect(content.remarks.isEmpty)
    }

    // The first version wraps items, and has files beside them: keepassxreboot/keepassxc, OPUXReader.cpp of 2022.
    @Test func onePUXOfTheFirstVersionHasItemsAndFiles() throws {
        let content = try archive([
            ("files/a.txt", "hello"),
            (
                "export.data",
                #"""
                {"accounts":[{"attrs":{"accountName":"A"},"vaults":[{"attrs":{"name":"Personal"},"items":[{"item":{"uuid":"1","favIndex":1,
                "createdAt":1614298956,"updatedAt":1635346445,"trashed":false,"categoryUuid":"001","details":{},"overview":{"title":"Wrapped"}}},
                {"file":{"attrs":{"uuid":"2","name":"a.txt","type":"text/plain"},"path":"files/a.txt"}},{"file":{"path":"files/none"}}]}]}]}
                """#
            ),
        ])
        #expect(content.items.map(\.item.title) == ["Wrapped", "a.txt", "attachment"])
        #expect(try content.items[1].attachments.map(ArchiveSample.bytes) == [Data("hello".utf8)])
        #expect(content.remarks.map(\.text) == ["the file “attachment” is not in the archive"])
    }

    // Import fails without these members: 1password.community, "1PUX - need some help".
    @Test func fieldsOf1PUXFilesHaveTheMembersThatTheImportDemands() throws {
        var item = VaultItem(.sshKey, title: "Key")
        item["private-key"] = .text("pem")
        item["public-key"] = .text("ssh-ed25519 A")
        item.fields.append(Field(label: "text", value: .text("a")))
        let (data, _) = try ArchiveSample.file(OnePUXFormat(), [ExportedItem(item)])
        let archive = try ZipReader(ImportSource(data))
        let document = try JSONNode(parsing: archive.read(#require(archive.entry(named: "export.data"))))
        let vault = document["accounts"].array[0]["vaults"].array[0]
        let fields = vault["items"].array[0]["details"]["sections"].array[0]["fields"].array
        #expect(fields.count == 2)
        for field in fields {
            #expect(field["guarded"].value != nil && field["multiline"].value != nil)
            #expect(field["dontGenerate"].value != nil && field["inputTraits"]["keyboard"].string == "default")
        }
        #expect(fields[0]["value"]["sshKey"]["metadata"]["keyType"].string == "ed25519")
    }

    // ProtonMail/WebClients: item-v1.proto, export/types.ts, export/archive.ts.
    @Test func protonItemsHaveModesFoldersAppsAndTypes() throws {
        let content = try archive([
            (
                "Proton Pass/data.json",
                #"""
                {"version":"1.33.0","userId":"u","encrypted":false,"vaults":{"v":{"name":"Personal","description":"","display":{"color":0,"icon":0},
                "folders":[{"folderId":"f1","parentFolderId":null,"name":"Top"},{"folderId":"f2","parentFolderId":"f1","name":"Sub"}],"items":[
                {"itemId":"1","shareId":"s","folderId":"f2","data":{"metadata":{"name":"Site","note":"","itemUuid":"x"},"extraFields":[],
                "platformSpecific":{"android":{"allowedApps":[{"packageName":"org.example","hashes":["h"],"appName":"Example"}]}},"type":"login",
                "content":{"itemEmail":"jane@example.org","password":"pw","urls":["https://a.example"],"autofillUrls":[{"url":"https://a.example",
                "mode":0},{"url":"https://b.example/x","mode":3},{"url":"*.c.example","mode":4}],"totpUri":"","passkeys":[],"itemUsername":""}},
                "state":1,"aliasEmail":null,"contentFormatVersion":7,"createTime":1689182868,"modifyTime":1689182868,"pinned":false,
                "files":["a/b.UID.txt"]},
                {"itemId":"2","shareId":"s","data":{"metadata":{"name":"Card","note":"","itemUuid":"y"},"extraFields":[],"type":"creditCard",
                "content":{"cardholderName":"Jane","cardType":2,"number":"4111","verificationNumber":"123","expirationDate":"2025-01","pin":"1"}},
                "state":1},
                {"itemId":"3","shareId":"s","data":{"metadata":{"name":"Net","note":"","itemUuid":"z"},"extraFields":[],"type":"wifi",
                "content":{"ssid":"net","password":"pw","security":3,"sections":[]}},"state":1}]}}}
                """#
            ), ("Proton Pass/files/a_b.UID.txt", "hello"),
        ])
        let login = content.items[0]
        #expect(login.folder == ["Top", "Sub"] && login.item.text("username") == "jane@example.org")
        #expect(
            login.item.websites.map { "\($0.address) \($0.rule)" } == [
                "https://a.example domain", "https://b.example/x starts-with", "*.c.example domain",
                "app://org.example domain",
            ])
        #expect(try login.attachments.map(ArchiveSample.bytes) == [Data("hello".utf8)])
        #expect(login.item.fields.allSatisfy { $0.value.isEmpty || ["username", "password"].contains($0.id) })
        #expect(label("card type", content.items[1])?.value == .text("Visa"))
        #expect(content.items[1].item.text("expiry") == "2025-01")
        #expect(label("security", content.items[2])?.value == .text("WPA3"))
        #expect(content.remarks.map(\.text) == ["a website that is a pattern gets the usual rule"])
    }

    // ProtonMail/WebClients, mocks of its Enpass importer: a login whose name is its e-mail address; a login without fields.
    @Test func enpassLoginWithoutAUserNameHasItsAddress() throws {
        let content = try read(
            #"""
            {"folders":[{"icon":"1008","parent_uuid":"","title":"Social","updated_at":1,"uuid":"f"}],"items":[{"archived":0,"auto_submit":1,
            "category":"login","createdAt":1697729073,"favorite":0,"fields":[{"deleted":0,"label":"Username","order":1,"sensitive":0,
            "type":"username","uid":10,"updated_at":1,"value":"","value_updated_at":1},{"deleted":0,"history":[{"encrypted":false,
            "updated_at":1534490049,"value":"old@example.org"}],"label":"E-mail","order":2,"sensitive":0,"type":"email","uid":12,
            "updated_at":1,"value":"jane@example.org","value_updated_at":1}],"folders":["f"],"icon":{"fav":"","image":{"file":"web/a"},"type":2,
            "uuid":""},"note":"","subtitle":"s","template_type":"login.default","title":"Site","trashed":0,"updated_at":1698057141,"uuid":"u"},
            {"archived":0,"category":"login","icon":{},"note":"n","template_type":"login.default","title":"Empty","uuid":"w"}]}
            """#)
        let login = content.items[0]
        #expect(login.item.text("username") == "jane@example.org" && label("E-mail", login) == nil)
        #expect(login.folder == ["Social"] && content.items.count == 2)
        #expect(content.remarks.map(\.text) == ["former values of the field “E-mail” are left out"])
    }

    // fidoalliance.org, Credential Exchange Format 1.0: identity-document and ssh-key.
    @Test func cxfPapersFillTheirFields() throws {
        let content = try read(
            #"""
            {"version":{"major":1,"minor":0},"exporterRpId":"other.example","exporterDisplayName":"Other","timestamp":1705228800,"accounts":[
            {"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"aQ","creationAt":1705142400,"modifiedAt":1705228800,"title":"ID",
            "credentials":[{"type":"identity-document","issuingCountry":{"fieldType":"country-code","value":"DE","label":"Country"},
            "documentNumber":{"fieldType":"concealed-string","value":"1"},"birthDate":{"fieldType":"date","value":"1990-01-02"},
            "sex":{"fieldType":"string","value":"X"}}]},{"id":"ag","title":"Key","credentials":[{"type":"ssh-key","keyType":"ssh-ed25519",
            "privateKey":"MAA","keyComment":"laptop"}]}]}]}
            """#)
        let paper = content.items[0]
        #expect(paper.item.kind == .identity && paper.item.text("birth-date") == "1990-01-02")
        #expect(paper.item.text("sex") == "X" && label("Country", paper)?.value == .text("DE"))
        #expect(label("documentNumber", paper)?.kind == .concealed)
        #expect(content.items[1].item.secret("private-key")?.text.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
    }
}
