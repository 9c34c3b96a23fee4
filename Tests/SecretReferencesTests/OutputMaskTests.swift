import Foundation
import SecretReferences
import Secrets
import Testing

@Suite struct OutputMaskTests {
    private static let concealed = OutputMask.replacement

    /// Masks a text that comes in parts of a size.
    private func masked(_ text: [UInt8], _ secrets: [String], parts size: Int = .max) throws -> String {
        let mask = OutputMask(MaskPatterns(secrets.map { SecretValue($0) }))
        var output: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(size))
            rest = rest.dropFirst(part.count)
            try part.withUnsafeBytes { try mask.process($0) { output += $0 } }
        }
        try mask.finish { output += $0 }
        return String(decoding: output, as: UTF8.self)
    }

    private func masked(_ text: String, _ secrets: [String], parts size: Int = .max) throws -> String {
        try masked(Array(text.utf8), secrets, parts: size)
    }

    @Test(arguments: [Int.max, 1, 2, 3, 5, 7])
    func valueIsMaskedHoweverTheOutputIsCut(size: Int) throws {
        let c = Self.concealed
        #expect(try masked("a swordfish b swordfish", ["swordfish"], parts: size) == "a \(c) b \(c)")
        #expect(try masked("sword swordfis swordswordfish", ["swordfish"], parts: size) == "sword swordfis sword\(c)")
        #expect(try masked("swordf", ["swordfish"], parts: size) == "swordf")
        #expect(try masked("aaaaaaaaab", ["aaaa"], parts: size) == "\(c)b")
    }

    @Test(arguments: [Int.max, 1, 4])
    func longestValueCountsAndOverlapsAreMaskedAsWhole(size: Int) throws {
        let c = Self.concealed
        #expect(try masked("secretary", ["secret", "secretary"], parts: size) == c)
        #expect(try masked("secretariat", ["secret", "secretary"], parts: size) == "\(c)ariat")
        #expect(try masked("xabcdefx", ["abcd", "cdef"], parts: size) == "x\(c)x")
    }

    @Test func shortValuesAreNotMasked() throws {
        #expect(try masked("abc abcd", ["abc", "abcd"]) == "abc \(Self.concealed)")
        #expect(MaskPatterns([SecretValue("abc")]).isEmpty)
    }

    @Test(arguments: [
        "swordfish", "correct horse battery staple", "päß/wörd+?", "1234", "abcde", "\u{1}\u{2}\u{3}\u{4}",
    ])
    func base64IsMaskedInEveryAlignment(secret: String) throws {
        for before in ["", "a", "ab", "abc", "user:", "user1:"] {
            for after in ["", "\n", "xy", "xyz"] {
                let encoded = Data((before + secret + after).utf8).base64EncodedString()
                let result = try masked("Authorization: Basic \(encoded).", [secret], parts: 3)
                #expect(result.contains(Self.concealed), "\(encoded)")
                let urlSafe = encoded.replacing("+", with: "-").replacing("/", with: "_")
                #expect(try masked(urlSafe, [secret]).contains(Self.concealed))
            }
        }
    }

    @Test func base64OfTheValueAloneIsMaskedWithItsPadding() throws {
        for secret in ["abcd", "abcde", "abcdef"] {
            #expect(try masked(Data(secret.utf8).base64EncodedString(), [secret]) == Self.concealed)
        }
    }

    @Test func base64InLinesIsMasked() throws {
        let secret = String((0..<40).map { "part\($0)," }.joined())
        let lines = Data(secret.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        #expect(try masked(lines, [secret]).hasPrefix(Self.concealed))
    }

    @Test func percentEncodingIsMasked() throws {
        let secret = "p@ss w/rd&é"
        for encoded in ["p%40ss%20w%2Frd%26%C3%A9", "p%40ss%20w%2frd%26%c3%a9", "p%40ss+w%2Frd%26%C3%A9"] {
            #expect(try masked("?password=\(encoded)&x", [secret], parts: 2) == "?password=\(Self.concealed)&x")
        }
    }

    @Test func linesAreMaskedAsATerminalShowsThem() throws {
        #expect(try masked("x first\r\nsecond\r\n", ["first\nsecond\n"]) == "x \(Self.concealed)")
        #expect(try masked("first\nsecond", ["first\nsecond\n"]) == Self.concealed)
    }

    @Test func otherBytesComeOutAsTheyWere() throws {
        let bytes = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let mask = OutputMask(MaskPatterns([SecretValue("nothing of that")]))
        var output: [UInt8] = []
        try bytes.withUnsafeBytes { try mask.process($0) { output += $0 } }
        try mask.finish { output += $0 }
        #expect(output == bytes)
    }

    @Test func onlyThePossibleBeginningOfAValueIsHeldBack() throws {
        let mask = OutputMask(MaskPatterns([SecretValue("swordfish")]))
        var output = ""
        func append(_ bytes: UnsafeRawBufferPointer) { output += String(decoding: bytes, as: UTF8.self) }
        try Array("Name: swo".utf8).withUnsafeBytes { try mask.process($0, to: append) }
        #expect(output == "Name: ")
        #expect(mask.holdsBeginning)
        try Array("op".utf8).withUnsafeBytes { try mask.process($0, to: append) }
        #expect(output == "Name: swoop")
        #expect(!mask.holdsBeginning)
    }

    @Test func pauseLetsThreeBytesThroughAndTheRestIsStillMasked() throws {
        let mask = OutputMask(MaskPatterns([SecretValue("swordfish")]))
        var output = ""
        func append(_ bytes: UnsafeRawBufferPointer) { output += String(decoding: bytes, as: UTF8.self) }
        try Array("swordf".utf8).withUnsafeBytes { try mask.process($0, to: append) }
        try mask.releaseBeginning(to: append)
        try mask.releaseBeginning(to: append)
        #expect(output == "swo")
        try Array("ish, swordf".utf8).withUnsafeBytes { try mask.process($0, to: append) }
        try mask.releaseBeginning(to: append)
        try Array("ight".utf8).withUnsafeBytes { try mask.process($0, to: append) }
        try mask.finish(to: append)
        #expect(output == "swo\(Self.concealed), swordfight")
    }

    /// The mask of a stream does not depend on where it is cut.
    @Test func randomStreamsAreMaskedTheSameHoweverTheyAreCut() throws {
        let secrets = ["abab", "babba", "aabbaabb", "bbbbb"]
        for _ in 0..<300 {
            let text = String((0..<60).map { _ in Bool.random() ? "a" : "b" })
            let whole = try masked(text, secrets)
            for size in 1...4 { #expect(try masked(text, secrets, parts: size) == whole) }
            for secret in secrets { #expect(!whole.contains(secret)) }
        }
    }
}
