import AgentProtocol
import Foundation
import Testing

@testable import BrowserMessages

/// Messages of earlier releases: what an extension sends is understood as it was then, and what it is sent has what it reads.
@Suite struct KeptMessageTests {
    private static let kept = MessageTests.directory.appendingPathComponent("Messages/1")

    @Test func keptMessagesAreUnderstood() throws {
        var kinds = Set<String>()
        // The second file has what was added later.
        for name in ["requests.jsonl", "requests-2.jsonl"] {
            let requests = try String(contentsOf: Self.kept.appendingPathComponent(name), encoding: .utf8)
            for line in requests.split(separator: "\n") {
                _ = try BrowserMessage(json: Data(line.utf8), from: "an-extension")
                try kinds.insert(#require(Self.object(String(line))["type"] as? String))
            }
        }
        #expect(kinds == Set(BrowserRequestKind.allCases.map(\.rawValue)))
    }

    @Test(arguments: ["answers.jsonl", "answers-2.jsonl"])
    func keptAnswersAreAsTheyWere(name: String) throws {
        let file = try String(contentsOf: Self.kept.appendingPathComponent(name), encoding: .utf8)
        let lines = file.split(separator: "\n").map(String.init)
        let answers = (name == "answers.jsonl" ? Self.first : Self.later).map { String(decoding: $0, as: UTF8.self) }
        #expect(answers.count == lines.count)
        for (answer, line) in zip(answers, lines) {
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

    static func object(_ text: String) throws -> [String: NSObject] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: NSObject])
    }

    /// `CHATELAINE_WRITE_FRAMES=1` writes down the answers that were added last.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FRAMES"] != nil))
    func writeTheAnswersOfThisRelease() throws {
        let lines = Self.later.map { String(decoding: $0, as: UTF8.self) + "\n" }
        try lines.joined().write(
            to: Self.kept.appendingPathComponent("answers-2.jsonl"), atomically: true, encoding: .utf8)
    }

    /// One answer of each type of the first release.
    private static let first: [Data] = [
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

    /// One answer of each type that was added later, and members that were.
    private static let later: [Data] = [
        BrowserAnswer.json(
            20,
            .with {
                $0.reading = .with { reading in
                    (reading.kind, reading.kinds) = ("sign-in", ["login"])
                    reading.fields = [
                        .with { ($0.id, $0.form, $0.meaning, $0.kinds) = ("u", 1, "username", ["login"]) },
                        .with { ($0.id, $0.meaning, $0.kinds) = ("p", "current-password", ["login"]) },
                    ]
                }
            }),
        BrowserAnswer.copied(21, seconds: 90),
        BrowserAnswer.json(
            22,
            .with {
                $0.details = .with { details in
                    details.item = .with { item in
                        (item.vault, item.id, item.kind) = ("personal", Data(repeating: 2, count: 16), "login")
                        (item.title, item.username, item.offersCode) = ("Bank", "maria", true)
                    }
                    (details.websites, details.hasNotes_p) = (["https://bank.example"], true)
                    details.fields = [
                        .with { ($0.id, $0.label, $0.kind, $0.value) = ("username", "username", "text", "maria") },
                        .with { ($0.id, $0.label, $0.kind, $0.isSecret) = ("pin", "PIN", "concealed", true) },
                    ]
                    (details.created, details.changed, details.passwordChanged) = (1, 3, 2)
                }
            }),
        BrowserAnswer.json(23, .with { $0.text = .init() }, secret: Data("a\"b".utf8)),
        BrowserAnswer.json(
            24, .with { $0.offered = .with { ($0.offer, $0.kind) = (Data(repeating: 3, count: 16), "save") } }),
        BrowserAnswer.json(25, .with { $0.offered = .with { $0.reason = "known" } }),
        BrowserAnswer.json(
            26,
            .with {
                $0.offers = .with { list in
                    list.offers = [
                        .with { offer in
                            (offer.id, offer.site) = (Data(repeating: 3, count: 16), "bank.example")
                            (offer.username, offer.kind, offer.vault) = ("maria", "update", "personal")
                            (offer.item, offer.title) = (Data(repeating: 2, count: 16), "Bank")
                        }
                    ]
                }
            }),
        BrowserAnswer.json(27, .with { $0.done = .init() }),
        BrowserAnswer.json(28, .with { $0.sites = .with { $0.sites = ["bank.example"] } }),
        BrowserAnswer.json(
            29, .with { $0.credentials = .with { $0.username = "maria" } }, secret: Data("a\\b".utf8)),
    ]
}
