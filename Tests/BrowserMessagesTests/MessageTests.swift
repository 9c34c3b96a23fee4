import AgentProtocol
import Crypto
import Foundation
import TestSupport
import Testing

@testable import BrowserMessages

/// Messages between an extension and the native host (Docs/browser-messages.md).
@Suite struct MessageTests {
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

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

    // MARK: - Kept messages

    /// An extension of an earlier release goes on working: what it sends is understood as it was then, and what it is sent has what it reads.
    @Test func keptMessagesAreUnderstood() throws {
        let kept = Self.directory.appendingPathComponent("Messages/1")
        var kinds = Set<String>()
        // The second file has what was added later.
        for name in ["requests.jsonl", "requests-2.jsonl"] {
            let requests = try String(contentsOf: kept.appendingPathComponent(name), encoding: .utf8)
            for line in requests.split(separator: "\n") {
                _ = try BrowserMessage(json: Data(line.utf8), from: "an-extension")
                try kinds.insert(#require(Self.object(String(line))["type"] as? String))
            }
        }
        #expect(kinds == Set(BrowserRequestKind.allCases.map(\.rawValue)))
    }

    @Test func keptAnswersAreAsTheyWere() throws {
        let kept = Self.directory.appendingPathComponent("Messages/1/answers.jsonl")
        let file = try String(contentsOf: kept, encoding: .utf8).split(separator: "\n").map(String.init)
        let answers = Self.answers.map { String(decoding: $0, as: UTF8.self) }
        #expect(answers.count == file.count)
        for (answer, line) in zip(answers, file) {
            let (now, then) = (try Self.object(answer), try Self.object(line))
            // Members may be added.
            for (name, value) in then {
                let known = try Self.text(value)
                #expect(try now[name].map { try Self.text($0) } == known, "\(name) in \(line)")
            }
        }
    }

    /// A value in one spelling.
    private static func text(_ value: NSObject) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys), as: UTF8.self)
    }

    private static func object(_ text: String) throws -> [String: NSObject] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: NSObject])
    }

    /// One answer of each type. `CHATELAINE_WRITE_FRAMES=1` writes them down.
    private static let answers: [Data] = [
        BrowserAnswer.json(1, .with { $0.challenge = Data(repeating: 1, count: 32) }),
        BrowserAnswer.json(2, .with { $0.pairingCode = "012345" }),
        BrowserAnswer.json(2, .with { $0.paired = .init() }),
        BrowserAnswer.json(
            3,
            .with {
                $0.state = .with { state in
                    state.vaults = [
                        .with {
                            $0.name = "personal"
                            $0.isOpen = true
                        }
                    ]
                    (state.proof, state.version) = ("session", "0.1.0")
                }
            }),
        BrowserAnswer.json(
            4,
            .with {
                $0.items = .with { list in
                    list.items = [
                        .with { item in
                            (item.vault, item.id, item.kind) = ("personal", Data(repeating: 2, count: 16), "login")
                            (item.title, item.username, item.offersCode) = ("Bank “1”", "maria", true)
                            item.matches = true
                        }
                    ]
                    (list.isCut, list.site, list.warning) = (true, "bank.example", "a warning")
                }
            }),
        BrowserAnswer.json(
            5, .with { $0.plan = .init() },
            secret: Data(#"{"version":1,"fill":[{"field":"u","value":"maria"}]}"#.utf8)),
        BrowserAnswer.json(
            6, .with { $0.oneTimeCode = .with { ($0.secondsLeft, $0.period) = (7, 30) } }, secret: Data("123456".utf8)),
        BrowserAnswer.json(
            7, .with { $0.refusal = .with { ($0.code, $0.reason, $0.remedy) = ("locked", "a reason", "a remedy") } }),
        BrowserAnswer.done(8),
        BrowserAnswer.json(
            9, .with { $0.saved = .with { ($0.vault, $0.id) = ("personal", Data(repeating: 2, count: 16)) } }),
        BrowserAnswer.json(10, .with { $0.password = .init() }, secret: Data("a\"b\\c\u{1}".utf8)),
        BrowserAnswer.error(BrowserMessageError(0, .badMessage, "a reason")),
    ]

    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FRAMES"] != nil))
    func writeTheAnswersOfThisVersion() throws {
        let file = Self.directory.appendingPathComponent("Messages/\(BrowserMessage.version)/answers.jsonl")
        let lines = Self.answers.map { String(decoding: $0, as: UTF8.self) + "\n" }
        try lines.joined().write(to: file, atomically: true, encoding: .utf8)
    }

    // MARK: - To the extension

    @Test func anAnswerThatABrowserDoesNotTakeIsAnError() throws {
        let answer = BrowserAnswer.json(9, .with { $0.plan = .init() }, secret: Data(repeating: 0x20, count: 1 << 20))
        let object = try Self.object(String(decoding: answer, as: UTF8.self))
        #expect(object["type"] as? String == "error" && answer.count < 1000)
    }

    @Test func aCodeIsLettersAndDigits() throws {
        let answer = BrowserAnswer.json(9, .with { $0.oneTimeCode = .init() }, secret: Data(#"1","x":"2"#.utf8))
        let object = try Self.object(String(decoding: answer, as: UTF8.self))
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
