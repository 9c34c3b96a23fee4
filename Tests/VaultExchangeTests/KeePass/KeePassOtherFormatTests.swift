import Foundation
import LibCrypto
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// A maker of databases of KeePass 1.
private struct KDBSample {
    var cipher = GcryptCipher.Algorithm.aesCBC
    var password: Data? = Data("secret".utf8)
    var keyFile: Data?
    var content = Data()
    var groupCount = 0
    var entryCount = 0

    mutating func addGroup(_ id: UInt32, _ name: String, level: UInt16) {
        groupCount += 1
        record(1, number(id))
        record(2, Data(name.utf8) + [0])
        record(8, number(level))
        record(0xFFFF, Data())
    }

    mutating func addEntry(group: UInt32, _ texts: [UInt16: String], attachment: (String, Data)? = nil) {
        entryCount += 1
        record(0, Data([1, 2]))
        record(1, Data(repeating: UInt8(entryCount), count: 16))
        record(2, number(group))
        for (type, text) in texts.sorted(by: { $0.key < $1.key }) { record(type, Data(text.utf8) + [0]) }
        // 2010-08-25 16:19:25, and never.
        record(9, Data([0x1F, 0x6A, 0x33, 0x04, 0xD9]))
        record(12, Data([0x2E, 0xDF, 0x39, 0x7E, 0xFB]))
        if let attachment {
            record(13, Data(attachment.0.utf8) + [0])
            record(14, attachment.1)
        }
        record(0xFFFF, Data())
    }

    func file() throws -> Data {
        let sha256 = { (data: Data) in Data(try data.withUnsafeBytes { try KeePassHash.sha256($0) }) }
        var parts = Data()
        if let password { parts += try sha256(password) }
        if let keyFile { parts += try sha256(keyFile) }
        let composite = parts.count > 32 ? try sha256(parts) : parts
        let seed = Data(repeating: 5, count: 32)
        let transformed = try composite.withUnsafeBytes { key in
            try seed.withUnsafeBytes { seed -> Data in
                let made = try AESDerivation(rounds: 3).derive(key, seed: seed)
                return made.withUnsafeBytes { Data($0) }
            }
        }
        let master = Data(repeating: 6, count: 16)
        let key = try sha256(master + transformed)
        let padding = 16 - content.count % 16
        var sealed = Array(content) + [UInt8](repeating: UInt8(padding), count: padding)
        let vector = [UInt8](repeating: 8, count: 16)
        let cipher = try key.withUnsafeBytes { key in
            try vector.withUnsafeBytes { try GcryptCipher(self.cipher, key: key, vector: $0) }
        }
        try sealed.withUnsafeMutableBytes { try cipher.encrypt($0) }
        var file = Data(KDBDatabase.signature)
        file += number(UInt32(self.cipher.blockCount == 16 && isTwofish ? 9 : 3)) + number(UInt32(0x0003_0003))
        file += master + Data(vector) + number(UInt32(groupCount)) + number(UInt32(entryCount)) + (try sha256(content))
        return file + seed + number(UInt32(3)) + Data(sealed)
    }

    private var isTwofish: Bool { if case .twofishCBC = cipher { true } else { false } }

    private mutating func record(_ type: UInt16, _ bytes: Data) {
        content += number(type) + number(UInt32(bytes.count)) + bytes
    }

    private func number<Number: FixedWidthInteger>(_ number: Number) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
}

@Suite struct KDBTests {
    private func sample() -> KDBSample {
        var sample = KDBSample()
        sample.addGroup(1, "Internet", level: 0)
        sample.addGroup(2, "Mail", level: 1)
        sample.addGroup(3, "Deep", level: 2)
        sample.addGroup(4, "Other", level: 0)
        sample.addEntry(
            group: 3, [4: "Post", 5: "https://mail.example", 6: "jane", 7: "pässword", 8: "line\r\ntwo"],
            attachment: ("a.txt", Data([1, 2, 3])))
        sample.addEntry(group: 4, [4: "Second", 7: "p"])
        sample.addEntry(
            group: 1, [4: "Meta-Info", 5: "$", 6: "SYSTEM", 7: "", 8: "KPX_CUSTOM_ICONS_4"],
            attachment: ("bin-stream", Data([0])))
        return sample
    }

    @Test(arguments: [false, true]) func groupsAndEntriesAreRead(isTwofish: Bool) throws {
        var sample = sample()
        if isTwofish { sample.cipher = .twofishCBC }
        let source = ImportSource(try sample.file())
        #expect(KDBFormat().recognizes(source) && !KDBXFormat().recognizes(source))
        let content = try KDBFormat().read(source, ImportContext(password: "secret"))
        #expect(content.items.map(\.item.title) == ["Post", "Second"])
        #expect(content.items.map(\.folder) == [["Internet", "Mail", "Deep"], ["Other"]])
        let item = try #require(content.items.first)
        #expect(item.item.text("username") == "jane")
        #expect(item.item.secret("password")?.text == "pässword")
        #expect(item.item.websites.map(\.address) == ["https://mail.example"])
        #expect(item.item.notes?.text == "line\ntwo")
        #expect(item.created == Date(timeIntervalSince1970: 1_282_753_165))
        #expect(item.item.text("expires") == nil)
        #expect(try item.attachments.map { try $0.bytes } == [[1, 2, 3]])
    }

    @Test func passwordsOfBothEncodingsAndKeyFilesOpen() throws {
        var sample = sample()
        let opens = { (typed: String?, file: Data?) in
            try KDBFormat().read(ImportSource(try sample.file()), ImportContext(password: typed, keyFile: file)).items
                .count == 2
        }
        sample.password = Data([0xE4])
        #expect(try opens("ä", nil))
        // Quotation marks, which Latin 1 has not.
        sample.password = Data([0x84, 0x93])
        #expect(try opens("„“", nil))
        sample.password = Data("ä".utf8)
        #expect(try opens("ä", nil))
        sample.keyFile = Data("key file".utf8)
        #expect(try opens("ä", sample.keyFile))
        sample.password = nil
        #expect(try opens(nil, sample.keyFile))
        #expect { try opens("wrong", nil) } throws: { ($0 as? ExchangeError)?.kind == .wrongPassword }
    }

    @Test func everyTruncationIsAnError() throws {
        let file = try sample().file()
        for count in 0..<file.count {
            #expect(throws: ExchangeError.self, "\(count) bytes") {
                try KDBFormat().read(ImportSource(file.prefix(count)), ImportContext(password: "secret"))
            }
        }
    }

    @Test func recordsThatLieAreErrors() throws {
        for change in 0..<200 {
            var sample = sample()
            sample.content[change] ^= 0xFF
            // The hash of the content is that of the changed one.
            do { _ = try KDBFormat().read(ImportSource(try sample.file()), ImportContext(password: "secret")) } catch {
                #expect(error is ExchangeError)
            }
        }
        var sample = sample()
        sample.entryCount = .init(UInt32.max)
        #expect(throws: ExchangeError.self) {
            try KDBFormat().read(ImportSource(try sample.file()), ImportContext(password: "secret"))
        }
    }
}

@Suite struct KeePass1XMLTests {
    @Test func entriesAreRead() throws {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <pwlist><pwentry><group tree="General\\Web">Mail</group><title>Post</title><username>jane</username>
            <url>https://mail.example</url><password>p&lt;w</password><notes>n</notes><uuid>00</uuid><image>1</image>
            <creationtime>2010-08-25T16:19:25</creationtime><lastmodtime>2010-08-26T16:19:25</lastmodtime>
            <expiretime expires="true">2030-01-02T00:00:00</expiretime>
            <attachdesc>a.bin</attachdesc><attachment>AQID</attachment></pwentry>
            <pwentry><group>General</group><title>Two</title><expiretime expires="false">2999-12-28T23:59:59</expiretime></pwentry></pwlist>
            """
        let source = ImportSource(Data(text.utf8))
        #expect(KeePass1XMLFormat().recognizes(source))
        let content = try KeePass1XMLFormat().read(source, ImportContext())
        #expect(content.items.map(\.folder) == [["General", "Web", "Mail"], ["General"]])
        let item = try #require(content.items.first)
        #expect(item.item.secret("password")?.text == "p<w")
        #expect(item.item.text("expires") == "2030-01-02")
        #expect(item.created == Date(timeIntervalSince1970: 1_282_753_165))
        #expect(try item.attachments.first?.bytes == [1, 2, 3])
        #expect(content.items.last?.item.text("expires") == nil)
    }
}

@Suite struct KWalletTests {
    @Test func passwordsMapsAndStreamsAreRead() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <wallet name="kdewallet"><folder name="Passwords"><password name="backup">p&amp;w</password>
            <stream name="key">AQID</stream></folder><folder name="Form Data">
            <map name="https://a.example/login#form"><mapentry name="login">jane</mapentry><mapentry name="pass">pw</mapentry>
            <mapentry name="token">t</mapentry></map></folder></wallet>
            """
        let source = ImportSource(Data(text.utf8))
        #expect(KWalletFormat().recognizes(source))
        let items = try KWalletFormat().read(source, ImportContext()).items
        #expect(items.map(\.item.kind) == [.password, .secureNote, .login])
        #expect(items.map(\.folder) == [["Passwords"], ["Passwords"], ["Form Data"]])
        #expect(items[0].item.secret("password")?.text == "p&w")
        #expect(items[0].sourceVault == "kdewallet" && items[0].position == "line 2")
        #expect(try items[1].attachments.first?.bytes == [1, 2, 3])
        let login = items[2].item
        #expect(login.title == "a.example" && login.websites.map(\.address) == ["https://a.example/login"])
        #expect(login.text("username") == "jane" && login.secret("password")?.text == "pw")
        #expect(login.fields.last?.label == "token" && login.fields.last?.kind == .concealed)
    }
}
