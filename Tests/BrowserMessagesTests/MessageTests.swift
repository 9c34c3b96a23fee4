import AgentProtocol
import Crypto
import Foundation
import TestSupport
import Testing

@testable import BrowserMessages

/// Messages between an extension and the native host (Docs/browser-messages.md).
@Suite struct MessageTests {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private func message(_ members: String) throws -> BrowserMessage {
        try BrowserMessage(json: Data(#"{"version":1,"id":7,\#(members)}"#.utf8), from: "an-extension")
    }

    private func code(_ members: String) -> BrowserErrorCode? {
        do {
            _ = try message(members)
            return nil
        } catch { return (error as? BrowserMessageError)?.code }
    }

    // MARK: - From the extension

    @Test func theHostAddsTheExtensionThatTheBrowserNames() throws {
        let key = Data(repeating: 4, count: 65)
        let parsed = try message(
            #""type":"hello","key":"\#(key.base64EncodedString())","extension":"another","extensionID":"another""#)
        guard case .request(.hello(let hello), _) = parsed.action else {
            Issue.record("another request")
            return
        }
        #expect(parsed.id == 7 && hello.extension == "an-extension" && hello.publicKey == key)
    }

    @Test(arguments: [
        #""type":"hello""#, #""type":"hello","key":"AAAA""#, #""type":"hello","key":"?""#,
        #""type":"prove","signature":"""#,
        #""type":"unlock""#, #""type":"matches""#, #""type":"fill","vault":"v","url":"u","item":"x","page":"{}""#,
        #""type":"fill","vault":"v","url":"u","item":"00000000-0000-0000-0000-000000000000""#,
        #""type":"code","vault":"v","item":"00000000-0000-0000-0000-000000000000""#,
        #""type":"details","vault":"v""#, #""type":"reveal","vault":"v","item":"00000000-0000-0000-0000-000000000000""#,
        #""type":"offer","url":"u","username":"a""#, #""type":"offer","url":"u","password":"""#,
        #""type":"answer","deed":"save""#,
        #""type":"answer","offer":"00000000-0000-0000-0000-000000000000","deed":"steal""#,
        #""type":"answer","offer":"00000000-0000-0000-0000-000000000000","deed":"update","item":"x""#,
        #""type":"never""#, #""type":"read","url":"u""#, #""type":"add-website","vault":"v","url":"u""#,
        #""type":"credentials","vault":"v","item":"00000000-0000-0000-0000-000000000000""#,
        #""type":"search","silent":1"#, #""type":"search","text":null,"silent":"no""#,
    ])
    func membersThatAreMissingOrWrongAreNamed(members: String) { #expect(code(members) == .badMessage) }

    @Test func textsAreLimited() {
        let (long, longer) = (String(repeating: "a", count: 1 << 10), String(repeating: "a", count: 1 << 10 + 1))
        #expect(code(#""type":"unlock","vault":"\#(long)""#) == nil)
        #expect(code(#""type":"unlock","vault":"\#(longer)""#) == .badMessage)
        let (address, tooLong) = (String(repeating: "a", count: 8 << 10), String(repeating: "a", count: 8 << 10 + 1))
        #expect(code(#""type":"matches","url":"\#(address)""#) == nil)
        #expect(code(#""type":"matches","url":"\#(tooLong)""#) == .badMessage)
        #expect(throws: BrowserMessageError.self) {
            try BrowserMessage(json: Data(count: BrowserMessage.Limits.bytes + 1), from: "")
        }
    }

    /// Ten thousand brackets are no reason to end.
    @Test func depthIsLimited() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(code(#""type":"status","x":\#(deep)"#) == .badMessage)
        #expect(code(#""type":"status","x":\#(deep + String(repeating: "]", count: 200_000))"#) != .failed)
    }

    @Test func theErrorSaysWhichSideToUpdate() {
        func remedy(_ json: String) -> String {
            do {
                _ = try BrowserMessage(json: Data(json.utf8), from: "")
                return ""
            } catch { return error.remedy }
        }
        #expect(remedy(#"{"version":2,"id":1,"type":"later"}"#) == "update Chatelaine")
        #expect(remedy(#"{"version":0,"id":1,"type":"status"}"#) == "update the browser extension")
        #expect(remedy(#"{"version":1,"id":1,"type":"later"}"#).hasPrefix("update Chatelaine"))
    }

    // MARK: - To the extension

    @Test func anAnswerThatABrowserDoesNotTakeIsAnError() throws {
        let answer = BrowserAnswer.json(9, .with { $0.plan = .init() }, secret: Data(repeating: 0x20, count: 1 << 20))
        let object = try KeptMessageTests.object(String(decoding: answer, as: UTF8.self))
        #expect(object["type"] as? String == "error" && answer.count < 1000)
    }

    @Test func aCodeIsLettersAndDigits() throws {
        let answer = BrowserAnswer.json(9, .with { $0.oneTimeCode = .init() }, secret: Data(#"1","x":"2"#.utf8))
        let object = try KeptMessageTests.object(String(decoding: answer, as: UTF8.self))
        #expect(object["code"] as? String == "" && object["x"] == nil)
    }

    // MARK: - Names

    /// Chromium derives the identifier from the key in the extension's manifest.
    @Test func theIdentifierIsThatOfTheKey() throws {
        let file = Self.directory.appendingPathComponent("../../Extension/manifest-key.txt")
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        let key = try #require(Data(base64Encoded: text))
        let letters = SHA256.hash(data: key).prefix(16).flatMap { [$0 >> 4, $0 & 15] }.map { digit in
            Character(UnicodeScalar(UInt8(ascii: "a") + digit))
        }
        #expect(String(letters) == BrowserExtension.chromiumID)
    }

    @Test func theArgumentsOfBothKindsOfBrowsersAreRead() {
        let id = BrowserExtension.chromiumID
        func read(_ arguments: String...) -> String? { BrowserExtension.identifier(in: arguments) }
        #expect(read("chrome-extension://\(id)/") == id)
        #expect(read("chrome-extension://\(id)/", "--parent-window=0") == id)
        #expect(read("chrome-extension://\(id)") == id)
        #expect(
            read("/home/u/.mozilla/native-messaging-hosts/org.chatelaine.browser.json", "browser@chatelaine.org")
                == "browser@chatelaine.org")
        #expect(
            read("/manifest.json", "{ec8030f7-c20a-464f-9b0e-13a3a9e97384}", "more")
                == "{ec8030f7-c20a-464f-9b0e-13a3a9e97384}")
        for bad in [
            [], [""], ["/manifest.json"], ["chrome-extension:///"], ["/m", "a b"],
            ["/m", String(repeating: "a", count: 129)],
        ] {
            #expect(BrowserExtension.identifier(in: bad) == nil)
        }
    }
}
