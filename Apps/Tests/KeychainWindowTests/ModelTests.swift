import Foundation
import KeychainServices
import Testing

@testable import KeychainWindow

/// What the window is made of, without a window.
struct ModelTests {
    @Test(arguments: ["a\u{202E}b", "a\u{200B}b", "a\nb", "a\u{0}b", "a\u{2028}b"])
    func whatCannotBeSeenInAValueIsReplaced(text: String) {
        #expect(AttributeText.text(.string(text), of: .label) == "a\u{FFFD}b")
    }

    @Test func aLongValueIsCut() {
        #expect(AttributeText.text(.string(String(repeating: "x", count: 1 << 20)), of: .label).count == 4096)
        #expect(AttributeText.text(.data(Data(repeating: 0xff, count: 1 << 20)), of: .generic).count < 4096)
    }

    @Test func bytesAreHexadecimalDigitsInGroups() {
        #expect(AttributeText.hexadecimal([0x0a, 0xff, 0x01]) == "0aff 01")
        #expect(AttributeText.text(.data(Data([0, 1])), of: .generic) == "0001")
        #expect(AttributeText.text(.data(Data("text".utf8)), of: .generic) == "text")
    }

    @Test(
        arguments: [[], [0x30], [0x30, 0x80, 0, 0], Array("not DER".utf8), [0x30, 0x03, 0x30, 0x01, 0x02]] as [[UInt8]])
    func damagedNamesAreNone(bytes: [UInt8]) {
        let names = CertificateNames(der: Data(bytes))
        #expect(names.subject.isEmpty && names.issuer.isEmpty && names.alternatives.isEmpty)
    }
}
