import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

@Suite struct KDBXReadingTests {
    /// A document with everything that items have a place for. Protected values are between brackets.
    private func document(_ sample: KDBXSample) -> String {
        let is4 = sample.major == 4
        // 2020-01-02 03:04:05 UTC and a year later.
        let date = { (year: Int) in
            let date = KeePassDate.date(year, 1, 2, 3, 4, 5) ?? Date()
            return is4 ? KeePassDate.text(date) : "\(year)-01-02T03:04:05Z"
        }
        let hash = Data((try? sample.header().withUnsafeBytes { try KeePassHash.sha256($0) }) ?? [])
            .base64EncodedString()
        return """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <KeePassFile><Meta>\(is4 ? "" : "<HeaderHash>\(hash)</HeaderHash><Binaries><Binary ID=\"0\">AQID</Binary></Binaries>")
            <RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>AAAAAAAAAAAAAAAAAAAAAg==</RecycleBinUUID></Meta>
            <Root><Group><UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID><Name>Database</Name>
            <Group><UUID>AAAAAAAAAAAAAAAAAAAAAw==</UUID><Name>Work &amp; more</Name><Group><Name>Mail</Name>
            <Entry><UUID>AAAAAAAAAAAAAAAAAAAABA==</UUID><Tags>one;two, three</Tags>
            <String><Key>Title</Key><Value>Post</Value></String><String><Key>UserName</Key><Value>jane</Value></String>
            <Unknown><Deep Protected="True">[[left out]]</Deep></Unknown>
            <String><Key>Password</Key><Value Protected="True">[[pä&lt;ss]]</Value></String>
            <String><Key>URL</Key><Value>https://mail.example</Value></String><String><Key>Notes</Key><Value>a
            b</Value></String>
            <String><Key>PIN</Key><Value Protected="True">[[1234]]</Value></String><String><Key>Room</Key><Value>7</Value></String>
            <Binary><Key>a.bin</Key><Value Ref="0"/></Binary>
            <Times><CreationTime>\(date(2020))</CreationTime><LastModificationTime>\(date(2022))</LastModificationTime>
            <ExpiryTime>\(date(2030))</ExpiryTime><Expires>True</Expires></Times>
            <History><Entry><String><Key>Title</Key><Value>Post</Value></String>
            <String><Key>Password</Key><Value Protected="True">[[old]]</Value></String>
            <String><Key>PIN</Key><Value Protected="True">[[1234]]</Value></String>
            <Times><LastModificationTime>\(date(2020))</LastModificationTime></Times></Entry>
            <Entry><String><Key>Title</Key><Value>Post</Value></String>
            <String><Key>Password</Key><Value Protected="True">[[newer]]</Value></String>
            <String><Key>PIN</Key><Value Protected="True">[[1111]]</Value></String>
            <Times><LastModificationTime>\(date(2021))</LastModificationTime></Times></Entry></History>
            </Entry></Group></Group>
            <Group><UUID>AAAAAAAAAAAAAAAAAAAAAg==</UUID><Name>Bin</Name><Group><Name>Old</Name><Entry>
            <String><Key>Title</Key><Value>Gone</Value></String><String><Key>Password</Key><Value Protected="True">[[p]]</Value></String>
            </Entry></Group></Group>
            </Group></Root></KeePassFile>
            """.replacingOccurrences(of: "            ", with: "").replacingOccurrences(of: "&lt;ss]]", with: "<ss]]")
    }

    @Test(arguments: KDBXSample.all)
    func everyVersionAndCipherIsRead(sample: KDBXSample) throws {
        var sample = sample
        if sample.major == 4 { sample.attachments = [[1, 2, 3]] }
        let source = ImportSource(try sample.file(document(sample)))
        #expect(KDBXFormat().recognizes(source))
        let content = try KDBXFormat().read(source, ImportContext(password: "secret"))
        #expect(content.items.count == 2)
        let imported = try #require(content["Post"])
        let item = imported.item
        #expect(item.kind == .login)
        #expect(item.text("username") == "jane")
        #expect(item.secret("password")?.text == "pä<ss")
        #expect(item.websites.map(\.address) == ["https://mail.example"])
        #expect(item.notes?.text == "a\nb")
        #expect(item.tags == ["one", "two", "three"])
        let pin = try #require(item.fields.first { $0.label == "PIN" })
        #expect(pin.kind == .concealed && pin.value == .secret(Secret("1234")))
        #expect(item.fields.first { $0.label == "Room" }?.value == .text("7"))
        #expect(item.text("expires") == "2030-01-02")
        #expect(imported.folder == ["Work & more", "Mail"])
        #expect(!imported.isTrashed)
        #expect(imported.created == KeePassDate.date(2020, 1, 2, 3, 4, 5))
        #expect(imported.changed == KeePassDate.date(2022, 1, 2, 3, 4, 5))
        #expect(imported.history.map(\.secret.text) == ["newer", "1111", "old", "1234"])
        #expect(imported.history.map(\.field) == ["password", pin.id, "password", pin.id])
        #expect(imported.history.first?.until == imported.changed)
        #expect(imported.history.last?.until == KeePassDate.date(2021, 1, 2, 3, 4, 5))
        #expect(imported.attachments.map(\.name) == ["a.bin"])
        #expect(try imported.attachments.first?.bytes == [1, 2, 3])
        let gone = try #require(content["Gone"])
        #expect(gone.isTrashed)
        #expect(gone.folder == ["Old"])
        #expect(gone.item.secret("password")?.text == "p")
    }

    // MARK: - Keys

    private static let small = "<KeePassFile><Root><Group><Entry/></Group></Root></KeePassFile>"

    private func opens(_ password: String?, _ keyFile: Data?, as typed: String?, _ given: Data?) throws -> Bool {
        let file = try KDBXSample().file(Self.small, password: password, keyFile: keyFile)
        do {
            return try KDBXFormat().read(ImportSource(file), ImportContext(password: typed, keyFile: given)).items.count
                == 1
        } catch let error as ExchangeError where error.kind == .wrongPassword { return false }
    }

    @Test func passwordKeyFileOrBothOpen() throws {
        let key = Data("any file at all".utf8)
        #expect(try opens("secret", nil, as: "secret", nil))
        #expect(try opens(nil, key, as: nil, key))
        #expect(try opens("secret", key, as: "secret", key))
        #expect(try opens("", nil, as: "", nil))
        // An empty password next to a key file is none, or an empty one.
        #expect(try opens(nil, key, as: "", key))
        #expect(try opens("", key, as: "", key))
        #expect(try !opens("secret", key, as: "secret", nil))
        #expect(try !opens("secret", key, as: nil, key))
        #expect(try !opens("secret", nil, as: "Secret", nil))
    }

    @Test func keyFilesOfAllKindsHoldTheSameKey() throws {
        let key = (0..<32).map { UInt8($0 + 100) }
        let hexadecimal = key.map { String($0, radix: 16) }.joined()
        let base64 = Data(key).base64EncodedString()
        let hash = try key.withUnsafeBytes { try KeePassHash.sha256($0) }.prefix(4).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
        let version1 =
            "<?xml version=\"1.0\"?><KeyFile><Meta><Version>1.00</Version></Meta><Key><Data>\(base64)</Data></Key></KeyFile>"
        let split = "\n\(hexadecimal.prefix(8)) \(hexadecimal.dropFirst(8))\n"
        let version2 =
            "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data Hash=\"\(hash.uppercased())\">\(split)</Data></Key></KeyFile>"
        for file in [
            Data(key), Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8), Data(version1.utf8),
            Data(version2.utf8),
        ] {
            #expect(try keyBytes(file) == key)
        }
        let hashed = try Data("other".utf8).withUnsafeBytes { try KeePassHash.sha256($0) }
        #expect(try keyBytes(Data("other".utf8)) == hashed)
    }

    private func keyBytes(_ file: Data) throws -> [UInt8] {
        try file.withUnsafeBytes { file in
            let key = try KeePassKeyFile.key(file)
            return key.withUnsafeBytes { Array($0) }
        }
    }

    @Test func damagedKeyFileIsNamed() throws {
        let wrong =
            "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data Hash=\"00000000\">00FF</Data></Key></KeyFile>"
        let noHex = "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data>zz</Data></Key></KeyFile>"
        for text in [wrong, noHex] {
            #expect { try opens("a", Data("b".utf8), as: "a", Data(text.utf8)) } throws: {
                ($0 as? ExchangeError)?.reason.contains("key file") ?? false
            }
        }
    }

    @Test func passwordIsAskedAgainAfterAWrongOne() throws {
        let file = ImportSource(try KDBXSample().file(Self.small))
        var context = ImportContext()
        context.password = { _, isAgain in SecretBytes(copying: (isAgain ? "secret" : "wrong").utf8) }
        #expect(try KDBXFormat().read(file, context).items.count == 1)
        context.password = { _, _ in SecretBytes(copying: "wrong".utf8) }
        #expect { try KDBXFormat().read(file, context) } throws: { ($0 as? ExchangeError)?.kind == .wrongPassword }
        #expect { try KDBXFormat().read(file, ImportContext()) } throws: {
            ($0 as? ExchangeError)?.kind == .passwordRequired
        }
    }

    // MARK: - Damage

    @Test func damageIsToldFromAWrongPassword() throws {
        var file = try KDBXSample().file(Self.small)
        file[file.count - 60] ^= 1
        #expect { try KDBXFormat().read(ImportSource(file), ImportContext(password: "secret")) } throws: {
            ($0 as? ExchangeError)?.kind == .damaged
        }
    }

    @Test func changedHeaderOfVersion3IsDamage() throws {
        let sample = KDBXSample(major: 3, derivation: .aes, stream: 2)
        let hash = Data(repeating: 1, count: 32).base64EncodedString()
        let file = try sample.file(
            "<KeePassFile><Meta><HeaderHash>\(hash)</HeaderHash></Meta><Root><Group/></Root></KeePassFile>")
        #expect { try KDBXFormat().read(ImportSource(file), ImportContext(password: "secret")) } throws: {
            ($0 as? ExchangeError)?.reason.contains("header") ?? false
        }
    }

    @Test(arguments: [KDBXSample(), KDBXSample(major: 3, derivation: .aes, stream: 2)])
    func everyTruncationIsAnError(sample: KDBXSample) throws {
        let file = try sample.file(Self.small)
        for count in 0..<file.count {
            #expect(throws: ExchangeError.self, "\(count) bytes") {
                try KDBXFormat().read(ImportSource(file.prefix(count)), ImportContext(password: "secret"))
            }
        }
    }

    @Test func everyChangedByteOfVersion4IsAnError() throws {
        let file = try KDBXSample().file(Self.small)
        for index in 12..<file.count {
            var changed = file
            changed[index] ^= 0x41
            #expect(throws: ExchangeError.self, "byte \(index)") {
                try KDBXFormat().read(ImportSource(changed), ImportContext(password: "secret"))
            }
        }
    }

    @Test func changedBytesOfVersion3AreNoCrash() throws {
        let file = try KDBXSample(major: 3, derivation: .aes, stream: 2).file(Self.small)
        // More rounds than three are allowed, and take their time.
        let rounds = try #require(file.firstRange(of: Data([3, 0, 0, 0, 0, 0, 0, 0])))
        for index in 0..<file.count where !rounds.contains(index) {
            var changed = file
            changed[index] ^= 0x11
            do { _ = try KDBXFormat().read(ImportSource(changed), ImportContext(password: "secret")) } catch {
                #expect(error is ExchangeError)
            }
        }
    }

    // MARK: - Limits

    @Test func excessiveCostsAreRefusedBeforeTheyArePaid() throws {
        let salt = VariantDictionary.Value.bytes([UInt8](repeating: 2, count: 32))
        let argon2 = VariantDictionary.Value.bytes(KeePassDerivation.argon2d.bytes)
        let costs: [VariantDictionary] = [
            VariantDictionary(["$UUID": argon2, "S": salt, "P": .number(1), "M": .number(8 << 30), "I": .number(1)]),
            VariantDictionary(["$UUID": argon2, "S": salt, "P": .number(1), "M": .number(1 << 30), "I": .number(.max)]),
            VariantDictionary(["$UUID": .bytes(KeePassDerivation.aes3.bytes), "S": salt, "R": .number(.max)]),
        ]
        for parameters in costs {
            let file = try KDBXSample(parameters: parameters).file(Self.small)
            #expect { try KDBXFormat().read(ImportSource(file), ImportContext(password: "secret")) } throws: {
                ($0 as? ExchangeError)?.kind == .tooLarge
            }
        }
    }

    @Test func compressedZerosAreRefused() throws {
        let zeros = WipedBuffer()
        zeros.append([UInt8](repeating: 0x20, count: 80 << 20))
        let bomb = try Gzip.deflate(zeros)
        #expect { try bomb.withUnsafeBytes { try Gzip.inflate($0) } } throws: {
            ($0 as? ExchangeError)?.kind == .tooLarge
        }
        #expect {
            try bomb.withUnsafeBytes {
                try Gzip.inflate(UnsafeRawBufferPointer(rebasing: $0.dropLast(9)), limit: 1 << 30)
            }
        } throws: {
            $0 is ExchangeError
        }
    }

    @Test func unknownCiphersAreNamed() throws {
        var file = try KDBXSample().file(Self.small)
        let place = try #require(file.firstRange(of: Data(KDBXHeader.aes.bytes)))
        file[place.lowerBound] ^= 1
        #expect { try KDBXFormat().read(ImportSource(file), ImportContext(password: "secret")) } throws: {
            ($0 as? ExchangeError)?.kind == .unsupported
        }
    }
}
