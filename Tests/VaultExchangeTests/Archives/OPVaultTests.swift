import Foundation
import LibCrypto
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Vaults and files of older releases of 1Password.
struct OPVaultTests {
    /// A vault in the form of AgileBits' "OPVault design", made for a test.
    private struct Maker {
        let library: CryptoLibrary
        let master = Data((0..<64).map { UInt8($0) })
        let overview = Data((0..<64).map { UInt8(200 - $0) })
        let item = Data((0..<64).map { UInt8(100 + $0) })

        init() throws { library = try CryptoLibrary.load() }

        func hash(_ data: Data) throws -> Data {
            // Keys in a vault are hashed before they are used.
            Data(try data.withUnsafeBytes { try library.hash($0, with: .sha512) })
        }

        func encrypt(_ data: Data, _ keys: Data, _ vector: Data) throws -> Data {
            let cipher = try keys.prefix(32).withUnsafeBytes { key in
                try vector.withUnsafeBytes {
                    try AESCipher(library, .cbc, encrypts: true, pads: false, key: key, vector: $0)
                }
            }
            var output = Data(count: data.count)
            _ = try output.withUnsafeMutableBytes { output in
                try data.withUnsafeBytes { try cipher.update($0, into: output.bindMemory(to: UInt8.self).baseAddress) }
            }
            return output
        }

        func authenticated(_ data: Data, _ keys: Data) throws -> Data {
            let code = try data.withUnsafeBytes { bytes in
                try keys.suffix(32).withUnsafeBytes { try library.authenticate(bytes, key: $0, with: .sha256) }
            }
            return data + code
        }

        func opdata(_ content: Data, _ keys: Data) throws -> String {
            let vector = Data(repeating: 7, count: 16)
            let padding = Data(repeating: 9, count: 16 - content.count % 16)
            let count = withUnsafeBytes(of: UInt64(content.count).littleEndian) { Data($0) }
            let start = Data("opdata01".utf8) + count + vector
            return try authenticated(start + encrypt(padding + content, keys, vector), keys).base64EncodedString()
        }

        func write(to directory: String, password: String) throws {
            let salt = Data("0123456789abcdef".utf8)
            let derived = try SecretBytes(copying: password.utf8).withUnsafeBytes { password in
                try SecretBytes(copying: salt).withUnsafeBytes {
                    try library.derivePBKDF2(from: password, salt: $0, iterations: 1000, with: .sha512, count: 64)
                        .withUnsafeBytes { Data($0) }
                }
            }
            let profile: [String: Any] = [
                "salt": salt.base64EncodedString(), "iterations": 1000, "masterKey": try opdata(master, derived),
                "overviewKey": try opdata(overview, derived),
            ]
            let (masterKeys, overviewKeys) = (try hash(master), try hash(overview))
            let vector = Data(repeating: 5, count: 16)
            let entry: [String: Any] = [
                "uuid": "A1", "category": "001", "created": 1_600_000_000, "updated": 1_700_000_000, "folder": "F1",
                "k": try authenticated(vector + encrypt(item, masterKeys, vector), masterKeys).base64EncodedString(),
                "o": try opdata(Data(#"{"title":"Site","url":"https://a.example","tags":["t"]}"#.utf8), overviewKeys),
                "d": try opdata(Data(Self.details.utf8), item),
            ]
            let folder = try opdata(Data(#"{"title":"Work"}"#.utf8), overviewKeys)
            let path = directory + "/default"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            func script(_ name: String, _ start: String, _ object: [String: Any], _ end: String) throws {
                let text =
                    start + String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self) + end
                try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
            }
            try script("profile.js", "var profile=", profile, ";")
            try script("band_A.js", "ld(", ["A1": entry], ");")
            try script("folders.js", "loadFolders(", ["F1": ["overview": folder, "uuid": "F1"]], ");")
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/A1_B2.attachment"))
        }

        static let details = #"""
            {"fields":[{"designation":"username","name":"u","type":"T","value":"jane"},
            {"designation":"password","name":"p","type":"P","value":"pw"},{"name":"pin","type":"P","value":"1"}],
            "sections":[{"name":"s","title":"More","fields":[{"k":"concealed","n":"TOTP_1","t":"code","v":"GEZDGNBVGY3TQOJQ"},
            {"k":"monthYear","n":"m","t":"until","v":203107}]}],"notesPlain":"note",
            "passwordHistory":[{"value":"old","time":1500000000}]}
            """#
    }

    @Test func vaultOpensWithItsPassword() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Maker().write(to: directory, password: "pass")
        let source = try ImportSource(path: directory)
        let format = try #require(ExchangeFormatList.imports.first { $0.recognizes(source) })
        #expect(format.name == "opvault")
        let content = try format.read(source, ArchiveSample.context("wrong", "pass"))
        let login = try #require(content.items.first)
        #expect(login.item.title == "Site" && login.folder == ["Work"] && login.item.tags == ["t"])
        #expect(login.item.text("username") == "jane" && login.item.secret("password")?.text == "pw")
        #expect(login.item.secret("one-time-code")?.text == "GEZDGNBVGY3TQOJQ")
        #expect(login.item.sections.first?.fields.first?.value == .text("2031-07"))
        #expect(login.history.map(\.secret.text) == ["old"])
        // The attachment is not read: it is listed.
        #expect(content.remarks.count == 1)
        let wrong = ArchiveSample.failure { _ = try format.read(source, ArchiveSample.context("wrong")) }
        #expect(wrong?.kind == .wrongPassword)
    }

    @Test func changedItemIsRefused() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Maker().write(to: directory, password: "pass")
        let path = directory + "/default/band_A.js"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // The vector of the item's details.
        let start = try #require(text.range(of: "\"d\":\"")).upperBound
        let place = text.index(start, offsetBy: 40)
        let changed = text[..<place] + (text[place] == "A" ? "B" : "A") + text[text.index(after: place)...]
        try String(changed).write(toFile: path, atomically: true, encoding: .utf8)
        let error = ArchiveSample.failure {
            _ = try OPVaultFormat().read(ImportSource(path: directory), ArchiveSample.context("pass"))
        }
        #expect(error?.kind == .damaged)
        #expect(error?.reason.contains("band_A.js") == true)
    }

    @Test func onePIFItemsAreRead() throws {
        let text = """
            {"uuid":"1","typeName":"webforms.WebForm","title":"Site","location":"https://a.example","createdAt":1600000000,\
            "openContents":{"tags":["t"]},"secureContents":{"fields":[{"designation":"username","value":"jane","type":"T"},\
            {"designation":"password","value":"pw","type":"P"}],"notesPlain":"note"}}
            ***5642bee8-a5ff-11dc-8314-0800200c9a66***
            {"uuid":"2","typeName":"wallet.financial.CreditCard","title":"Card","secureContents":{"sections":[{"fields":\
            [{"k":"string","n":"ccnum","t":"number","v":"4111"},{"k":"monthYear","n":"expiry","t":"expiry","v":203107}]}]}}
            """
        let content = try ArchiveSample.read(Data(text.utf8))
        #expect(content.items.map(\.item.kind) == [.login, .creditCard])
        #expect(content.items[0].item.secret("password")?.text == "pw" && content.items[0].item.tags == ["t"])
        #expect(content.items[0].item.websites.map(\.address) == ["https://a.example"])
        #expect(content.items[1].item.secret("number")?.text == "4111")
        #expect(content.items[1].item.text("expiry") == "2031-07")
        let error = ArchiveSample.failure {
            _ = try OnePIFFormat().read(ImportSource(Data((text + "\n{").utf8)), ImportContext())
        }
        #expect(error?.reason.hasPrefix("line 4") == true)
    }
}
