import Foundation
import KeychainServices
import SwiftProtobuf
import Testing

@testable import PasswordVault

@Suite struct VaultFormatTests {
    /// What a later release has put into an item survives that this one edits it.
    @Test func unknownFieldsSurviveAnEdit() throws {
        var stored = StoredItem()
        stored.kind = 77
        stored.title = "from the future"
        var field = StoredField()
        (field.id, field.label, field.kind, field.text) = ("f", "hologram", 99, "data")
        stored.fields = [try StoredField(serializedBytes: field.serializedBytes() + [0xf8, 0x07, 0x2a])]
        let message: Data = try stored.serializedBytes() + [0xf8, 0x07, 0x2a]  // field 127, the number 42
        var bytes = Data([1])
        withUnsafeBytes(of: UInt32(message.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(message)
        var item = try ItemCoding.decode(bytes, id: UUID())
        item.title = "edited"
        let again = try ItemCoding.encode(item)
        let length = Int(again[1...4].reduce(0) { $0 << 8 | UInt32($1) })
        let read = try StoredItem(serializedBytes: again.dropFirst(5).prefix(length))
        #expect(read.title == "edited")
        #expect(read.kind == 77)
        #expect(read.fields[0].kind == 99)
        #expect(read.unknownFields.data == Data([0xf8, 0x07, 0x2a]))
        #expect(read.fields[0].unknownFields.data == Data([0xf8, 0x07, 0x2a]))
    }

    /// An importer has as many secrets at a time, and a hostile item may; a process has fewer mappings.
    @Test func itemsMayHaveMoreSecretsThanAProcessHasMappings() throws {
        var item = VaultItem.login("Bank")
        item.fields += (0..<70_000).map { number in
            Field(id: "\(number)", label: "", kind: .concealed, value: .secret(Secret("\(number)")))
        }
        let read = try ItemCoding.decode(ItemCoding.encode(item), id: item.id)
        #expect(read.fields.last?.value == .secret(Secret("69999")))
    }

    @Test func damagedItemsAreRefused() throws {
        let good = try ItemCoding.encode(.login("Bank"))
        for count in 0..<good.count {
            // Where a whole secret is cut off, the message still refers to it.
            #expect(throws: KeychainError.self, "\(count) bytes") {
                try ItemCoding.decode(good.prefix(count), id: UUID())
            }
        }
        #expect(throws: KeychainError.self) { try ItemCoding.decode(good + [0], id: UUID()) }
    }

    @Test func damagedOverviewsAreRefused() throws {
        let good = OverviewCoding.encode(Overview(.login("Bank")))
        #expect(OverviewCoding.decodeAll(good + good)?.count == 2)
        for count in 1..<good.count { #expect(OverviewCoding.decodeAll(good.prefix(count)) == nil, "\(count) bytes") }
    }

    @Test func overviewComesBackAsItWas() throws {
        var item = VaultItem.login("Bänk", "maria").initialVersion(at: Date(timeIntervalSince1970: 5))
        item.websites = [SavedWebsite("https://a.example/x y", rule: "exact"), SavedWebsite("app://b")]
        item.tags = ["one", "two words"]
        item.trashed = Date(timeIntervalSince1970: 9)
        item["one-time-code"] = .secret(Secret("JBSWY3DPEHPK3PXP"))
        let overview = Overview(item)
        #expect(OverviewCoding.decodeAll(OverviewCoding.encode(overview)) == [overview])
        #expect(overview.hasOneTimeCode)
    }

    @Test func secretsAreNeverPrinted() {
        let item = VaultItem.login("Bank", "maria", "hidden")
        #expect(!"\(item)".contains("hidden"))
        #expect(!String(reflecting: item).contains("hidden"))
        var text = ""
        dump(item, to: &text)
        #expect(!text.contains("hidden"))
    }
}
