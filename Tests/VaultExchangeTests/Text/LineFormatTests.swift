import Foundation
import PasswordVault
import Testing

@testable import VaultExchange

/// `.netrc` and the text of macOS's keychains.
@Suite struct LineFormatTests {
    static let netrc = """
        # a comment
        machine ftp.example.com login ann password #s3cret
        machine mail.example.com
            login "bob jones"
            password "a \\"b\\" c"   # another
            account billing
        macdef init
        cd /pub
        machine not.a.machine

        default login anonymous password guest
        """

    @Test func machinesBecomeLogins() throws {
        #expect(TextReading.recognized(Self.netrc) == "netrc")
        let content = try TextReading.read(Self.netrc)
        #expect(content.items.map(\.item.title) == ["ftp.example.com", "mail.example.com", "default"])
        #expect(content.items.map(\.position) == ["line 2", "line 3", "line 11"])
        #expect(content.items[0].item.value("password") == "#s3cret")
        #expect(content.items[0].item.websites.map(\.address) == ["ftp.example.com"])
        #expect(content.items[1].item.value("username") == "bob jones")
        #expect(content.items[1].item.value("password") == "a \"b\" c")
        #expect(content.items[1].item.custom("account") == "billing")
        #expect(content.remarks == [ImportRemark("line 7", "left out: the macro “init”")])
    }

    @Test func aWordThatIsNoneIsAnErrorWithItsLine() {
        let error = #expect(throws: ExchangeError.self) {
            try TextReading.read("machine a login b\npassword my secret\n", as: "netrc")
        }
        #expect(error?.reason.contains("line 2") == true && error?.reason.contains("secret") == false)
        #expect(throws: ExchangeError.self) { try TextReading.read("machine a password", as: "netrc") }
    }

    static let dump = """
        keychain: "/Users/ann/Library/Keychains/login.keychain-db"
        version: 512
        class: "genp"
        attributes:
            0x00000007 <blob>="Example App"
            0x00000008 <blob>=<NULL>
            "acct"<blob>="ann"
            "cdat"<timedate>=0x32303231303133313132333030305A00  "20210131123000Z\\000"
            "icmt"<blob>="a comment"
            "svce"<blob>="com.example.app"
        data:
        "pass "word""
        keychain: "/Users/ann/Library/Keychains/login.keychain-db"
        version: 512
        class: "inet"
        attributes:
            0x00000007 <blob>="www.example.com"
            "acct"<blob>="bob"
            "path"<blob>="/login"
            "port"<uint32>=0x00001F90
            "ptcl"<uint32>="htps"
            "srvr"<blob>="www.example.com"
        data:
        0x70C3A4737377C3B67264  "p\\303\\244ssw\\303\\266rd"
        keychain: "/Users/ann/Library/Keychains/login.keychain-db"
        version: 512
        class: "genp"
        attributes:
            0x00000007 <blob>="Diary"
            "desc"<blob>="secure note"
            "type"<uint32>="note"
        data:
        0x3C706C6973743E3C646963743E3C6B65793E4E4F54453C2F6B65793E3C737472696E673E6120266C743B20623C2F737472696E673E3C2F646963743E3C2F706C6973743E  "..."
        keychain: "/Users/ann/Library/Keychains/login.keychain-db"
        version: 512
        class: 0x80001000
        attributes:
            "alis"<blob>="A certificate"

        """

    @Test func itemsOfAKeychainBecomeLoginsAndNotes() throws {
        #expect(TextReading.recognized(Self.dump) == "macos-keychain")
        let content = try TextReading.read(Self.dump)
        #expect(content.items.map(\.item.title) == ["Example App", "www.example.com", "Diary"])
        #expect(content.items.map(\.item.kind) == [.login, .login, .secureNote])
        let first = content.items[0]
        #expect(first.item.value("password") == "pass \"word\"" && first.item.notes?.text == "a comment")
        #expect(first.item.custom("service") == "com.example.app" && first.sourceVault == "login.keychain-db")
        #expect(first.created == Date(timeIntervalSince1970: 1_612_096_200))
        let second = content.items[1].item
        #expect(second.value("password") == "pässwörd")
        #expect(second.websites.map(\.address) == ["https://www.example.com:8080/login"])
        #expect(content.items[2].item.notes?.text == "a < b")
        #expect(content.remarks.count == 1 && content.remarks[0].position == "line 34")
    }

    @Test(arguments: [("netrc", LineFormatTests.netrc), ("macos-keychain", LineFormatTests.dump)])
    func everyBeginningOfAFileIsReadOrRefused(name: String, text: String) throws {
        try TextReading.readBeginnings(of: Data(text.utf8), as: name)
    }
}
