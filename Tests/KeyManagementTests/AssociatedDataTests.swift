import Testing

@testable import KeyManagement

@Suite struct AssociatedDataTests {
    /// Two places must never have the same text, or what is sealed for one could be put into the other. Short parts of two
    /// letters collide at once if the lengths are left out, or written after the parts.
    @Test func differentPartsNeverGiveTheSameText() {
        var generator = SplitMix(state: 1)
        var partsOfText: [[UInt8]: [[UInt8]]] = [:]
        for _ in 0..<20_000 {
            let parts = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in UInt8.random(in: 0...1, using: &generator) }
            }
            let text = text(of: parts)
            #expect(partsOfText[text] == nil || partsOfText[text] == parts)
            partsOfText[text] = parts
        }
        #expect(partsOfText.count > 10_000)
    }

    @Test func partsThatLookLikeLengthsStayParts() {
        #expect(text(of: [[0, 0, 0, 1], [7]]) != text(of: [[], [0, 0, 0, 1, 7]]))
        #expect(text(of: []) != text(of: [[]]))
        #expect(text(of: [[]]) != text(of: [[], []]))
    }

    @Test func eachPartHasItsLengthInFront() {
        var data = AssociatedData()
        data.append("ab")
        data.append([9])
        data.append(UInt8(1))
        data.append(Int64(-2))
        #expect(
            data.withUnsafeBytes { Array($0) }
                == bytes("00000002 6162 00000001 09 00000001 01 00000008 fffffffffffffffe"))
    }

    @Test func numbersOfDifferentWidthDiffer() {
        var narrow = AssociatedData()
        narrow.append(UInt8(1))
        var wide = AssociatedData()
        wide.append(Int64(1))
        #expect(narrow.withUnsafeBytes { Array($0) } != wide.withUnsafeBytes { Array($0) })
    }

    private func text(of parts: [[UInt8]]) -> [UInt8] {
        var data = AssociatedData()
        for part in parts { data.append(part) }
        return data.withUnsafeBytes { Array($0) }
    }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
