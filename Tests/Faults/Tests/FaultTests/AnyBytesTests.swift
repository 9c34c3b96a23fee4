import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// Any bytes that a program stores come back unchanged, also after the keychain was opened again.
@Suite struct AnyBytesTests {
    private static let fields: [AttributeKey] = [
        .account, .service, .label, .comment, .itemDescription, .generic, .alias,
    ]

    @Test func anyBytesInAnyFieldComeBack() throws {
        let directory = try TemporaryDirectory.inMemory()
        let root = directory("root")
        var random = SeededRandom(seed: UInt64.random(in: 0...UInt64.max))
        print("any bytes in any field: seed \(random.seed)")
        var stored: [(reference: PersistentReference, item: NewItem)] = []
        do {
            let keychain = try openFresh(root)
            for round in 0..<Rounds.of(500, "any bytes in any field") {
                let item = anyItem(round, &random)
                stored.append((try keychain.add(item).persistentReference, item))
            }
        }
        let keychain = try openFresh(root)
        for (reference, item) in stored {
            let byReference = try keychain.items(matching: Query(reference), reading: [.attributes, .data])
            try expect(byReference, item, random.seed)
            let primaryKey: Attributes = [.account: item.attributes[.account]!, .service: item.attributes[.service]!]
            try expect(
                keychain.items(matching: Query(.genericPassword, primaryKey), reading: [.attributes, .data]), item,
                random.seed)
        }
    }

    private func expect(_ found: [Item], _ item: NewItem, _ seed: UInt64) throws {
        try #require(found.count == 1, "seed \(seed)")
        #expect(found[0].data == item.data, "seed \(seed)")
        for (key, value) in item.attributes {
            // Swift calls texts equal that have different bytes.
            let same = found[0][key] == value && found[0][key]?.normalForm == value.normalForm
            #expect(same, "seed \(seed), \(key)")
        }
    }

    private func anyItem(_ round: Int, _ random: inout SeededRandom) -> NewItem {
        var attributes = Attributes()
        for field in Self.fields { attributes[field] = anyValue(&random) }
        // The primary key has to be new; the number stands at a random end.
        let own = "\(round)#"
        attributes[.service] =
            random.next() % 2 == 0 ? .string(own + anyText(&random)) : .data(Data(own.utf8) + anyData(&random))
        let length = round % 100 == 0 ? 1 << 20 : Int(random.next() % 5000)
        let data = round % 7 == 0 ? nil : anyData(&random, length: round % 5 == 0 ? 0 : length)
        return NewItem(.genericPassword, attributes, data: data)
    }

    private func anyValue(_ random: inout SeededRandom) -> AttributeValue {
        random.next() % 2 == 0 ? .string(anyText(&random)) : .data(anyData(&random))
    }

    private func anyData(_ random: inout SeededRandom, length: Int? = nil) -> Data {
        let length = length ?? Int(random.next() % 300)
        return Data((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    private static let pieces = [
        "\0", "\n", "\r\n", "\u{202e}txet", "שלום", "مرحبا", "👩‍👩‍👧‍👦", "e\u{301}", "é", "\u{fffd}", "\u{feff}", "'",
        "\"; DROP TABLE item; --",
        "\u{10ffff}", "%s%n", "a", " ", "\t", "\u{7f}", "ﬀ", "ǅ", "\u{0}\u{0}", "¥", "\\", "/",
    ]

    private func anyText(_ random: inout SeededRandom) -> String {
        (0..<Int(random.next() % 12)).map { _ in
            random.next() % 3 == 0
                ? String(Unicode.Scalar(UInt32(random.next() % 0xd800)) ?? "?")
                : Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
        }.joined()
    }

    /// A mebibyte of every kind of content, as a secret and nearly as much as an attribute.
    @Test(arguments: [UInt8(0), 10, 0xff, 0x41]) func aMebibyteComesBack(byte: UInt8) throws {
        let directory = try TemporaryDirectory.inMemory()
        let root = directory("root")
        let secret = Data(repeating: byte, count: 1 << 20)
        let comment = Data(repeating: byte, count: 1 << 19)
        try openFresh(root).add(
            NewItem(.genericPassword, [.account: "large", .comment: .data(comment)], data: secret))
        let found = try openFresh(root).items(matching: Query(.genericPassword), reading: [.attributes, .data])
        #expect(found.map(\.data) == [secret])
        #expect(found.map { $0[.comment] } == [.data(comment)])
    }

    /// Two texts that Unicode calls equal are two accounts: a keychain compares bytes.
    @Test func equivalentTextsAreDifferentAccounts() throws {
        let directory = try TemporaryDirectory.inMemory()
        let keychain = try openFresh(directory("root"))
        try keychain.add("e\u{301}", "decomposed")
        try keychain.add("\u{e9}", "composed")
        #expect(try keychain.secret("e\u{301}") == "decomposed")
        #expect(try keychain.secret("\u{e9}") == "composed")
        try keychain.add(NewItem(.genericPassword, [.account: "commented", .comment: "e\u{301}"]))
        #expect(try keychain.items(matching: Query(.genericPassword, [.comment: "\u{e9}"])).isEmpty)
        #expect(try keychain.items(matching: Query(.genericPassword, [.comment: "e\u{301}"])).count == 1)
    }
}

/// Random numbers that a seed repeats (SplitMix64).
private struct SeededRandom: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
