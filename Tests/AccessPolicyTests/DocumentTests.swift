import Foundation
import Testing

@testable import AccessPolicy

@Suite struct DocumentTests {
    private func filled() throws -> PolicyDocument {
        var policy = PolicyDocument()
        let tool = try Subject.pinned("/home/u/tool", 1)
        try policy.start(tool, "tool", "caf\u{E9}", "cafe\u{301}")
        try policy.register(.system(path: "/usr/bin/mail"), groups: ["mail"], by: "dpkg", now: now)
        try policy.share("mail", with: tool, now: now)
        try policy.answer(.allow, to: tool, for: "x", .session("s1"), now: now + 0.123_456_7)
        try policy.answer(.deny, to: .interpreter(path: "/bin/sh"), for: "x", .always, now: now)
        _ = try policy.makeToken(group: "ci", readOnly: true, uid: 1, expires: now + 9, label: "ci", now: now)
        try policy.trustPath("/home/u/src")
        policy.foreignGroups = .deny
        return policy
    }

    @Test func everythingSurvivesStoring() throws {
        let policy = try filled()
        let data = try policy.encoded()
        let restored = try PolicyDocument(decoding: data)
        #expect(restored == policy)
        #expect(restored.allBindings.count == 4)
        #expect(try restored.encoded() == data)
    }

    @Test func aLaterVersionIsRefusedWithWhatToDo() {
        let error = PolicyError.laterVersion(3)
        #expect(throws: error) { try PolicyDocument(decoding: Data(#"{"version":3,"new":[]}"#.utf8)) }
        #expect(error.description.contains("upgrade"))
    }

    @Test func unknownFieldsAreIgnored() throws {
        let text = String(decoding: try PolicyDocument().encoded(), as: UTF8.self)
        let extended = #"{"novelty":{"a":[1]},"# + text.dropFirst()
        #expect(try PolicyDocument(decoding: Data(extended.utf8)) == PolicyDocument())
    }

    @Test func malformedPolicyIsRefused() throws {
        let whole = try filled().encoded()
        for length in stride(from: 0, to: whole.count, by: 7) {
            #expect(throws: PolicyError.damaged("the policy")) { try PolicyDocument(decoding: whole.prefix(length)) }
        }
        #expect(throws: PolicyError.tooLarge) {
            try PolicyDocument(decoding: Data(count: PolicyDocument.maximumSize + 1))
        }
        #expect(throws: PolicyError.damaged("the policy")) {
            try PolicyDocument(decoding: Data(repeating: UInt8(ascii: "["), count: PolicyDocument.maximumSize))
        }
    }

    @Test func changedBytesAreReadOrRefusedWithoutACrash() throws {
        let whole = try filled().encoded()
        for index in whole.indices {
            for replacement in [UInt8(ascii: "9"), UInt8(ascii: "\""), 0xFF] {
                var changed = whole
                changed[index] = replacement
                _ = try? PolicyDocument(decoding: changed).encoded()
            }
        }
    }

    @Test func tenThousandEntriesAreEnough() throws {
        var policy = PolicyDocument()
        for number in 0..<PolicyDocument.maximumEntries {
            try policy.assign("g\(number)", to: .system(path: "/b"), now: now)
        }
        let full = policy
        #expect(throws: PolicyError.full("groups")) { try policy.assign("one", to: .system(path: "/b"), now: now) }
        #expect(throws: PolicyError.full("groups")) { try policy.start(.system(path: "/c"), "one") }
        #expect(throws: PolicyError.full("groups")) {
            try policy.register(.system(path: "/c"), groups: ["one"], by: "me", now: now)
        }
        #expect(policy == full)
        try policy.release("g0")
        try policy.start(.system(path: "/c"), "one")
    }

    @Test func overAMebibyteIsNotStored() throws {
        var policy = PolicyDocument()
        let path = "/" + String(repeating: "p", count: 4000)
        for number in 0..<300 { try policy.assign("g\(number)", to: .system(path: path), now: now) }
        #expect(throws: PolicyError.tooLarge) { try policy.encoded() }
        for number in 0..<100 { try policy.release("g\(number)") }
        #expect(try policy.encoded().count <= PolicyDocument.maximumSize)
    }
}
