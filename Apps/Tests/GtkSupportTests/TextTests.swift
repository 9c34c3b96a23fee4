import Foundation
import GtkSupport
import Testing

/// Texts with places in them, and memory that is wiped.
@Suite(.serialized) @MainActor struct TextTests {
    @Test func valuesArePutInTheirPlaces() {
        #expect(text("Saved for {site}", ["site": "bank.example"]) == "Saved for bank.example")
        #expect(text("{one} and {two}", ["two": "b", "one": "a"]) == "a and b")
    }

    @Test func valuesAreNotLookedInto() {
        #expect(text("{one} and {two}", ["one": "{two}", "two": "{one}"]) == "{two} and {one}")
    }

    @Test func placesWithoutAValueStay() {
        #expect(text("{one} and {two", ["two": "b"]) == "{one} and {two")
        #expect(text("a } b { c", ["c": "d"]) == "a } b { c")
    }

    @Test func anotherTableGoesFirst() {
        TextTable.use(["The info in {manager} is incorrect": "The info in 1Password is incorrect"])
        defer { TextTable.use([:]) }
        #expect(text("The info in {manager} is incorrect", ["manager": "x"]) == "The info in 1Password is incorrect")
    }

    @Test(arguments: [0, 1, 4096, 4097])
    func wipedDataHasWhatItWasMadeOf(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(bytes.withUnsafeBytes { Data(wipedWhenFreed: $0) } == Data(bytes))
    }
}
