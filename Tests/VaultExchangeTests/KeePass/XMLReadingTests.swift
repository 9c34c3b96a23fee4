import Foundation
import Testing

@testable import VaultExchange

@Suite struct XMLReadingTests {
    private func reader(_ text: String) throws -> XMLPullReader { try XMLPullReader(WipedBuffer(Data(text.utf8))) }

    private func error(_ text: String) -> ExchangeError? {
        do throws(ExchangeError) {
            let xml = try XMLPullReader(WipedBuffer(Data(text.utf8)))
            _ = try xml.root()
            try xml.skip()
            return nil
        } catch { return error }
    }

    @Test func elementsTextsAndAttributesAreRead() throws {
        let xml = try reader(
            "<?xml version='1.0'?><!-- c --><a x='1' y='&lt;2'><b>t&amp;<![CDATA[<c>]]></b><empty/> <p:d xmlns:p='u'>é</p:d></a>"
        )
        #expect(try xml.root() == "a")
        #expect(xml.attributes == ["x": "1", "y": "<2"])
        #expect(try xml.nextChild() == "b")
        #expect(xml.attributes.isEmpty)
        #expect(try xml.text() == "t&<c>")
        #expect(try xml.nextChild() == "empty")
        #expect(try xml.text().isEmpty)
        #expect(try xml.nextChild() == "d")
        #expect(try xml.text() == "é")
        #expect(try xml.nextChild() == nil)
    }

    @Test func skippingPassesOverWholeElements() throws {
        let xml = try reader("<a><b><c/><c>x</c></b><d/></a>")
        _ = try xml.root()
        #expect(try xml.nextChild() == "b")
        try xml.skip()
        #expect(try xml.nextChild() == "d")
    }

    @Test func longTextsAreRead() throws {
        let text = String(repeating: "0123456789", count: 1_200_000)
        let xml = try reader("<a>\(text)</a>")
        _ = try xml.root()
        #expect(try xml.text() == text)
    }

    @Test func documentTypesAreRefused() {
        let laughs = "<!DOCTYPE a [<!ENTITY b 'x'><!ENTITY c '&b;&b;'>]><a>&c;</a>"
        #expect(error(laughs)?.kind == .unsupported)
        #expect(error("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>")?.kind == .unsupported)
        #expect(error("<a>&unknown;</a>")?.kind == .damaged)
    }

    @Test func nestingHasALimit() {
        let deep = { (count: Int) in String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count) }
        #expect(error(deep(256)) == nil)
        #expect(error(deep(257))?.kind == .tooLarge)
        #expect(error(deep(100_000))?.kind == .tooLarge)
    }

    @Test func errorsNameTheLine() {
        #expect(error("<a>\n<b>\n</a>")?.reason.hasPrefix("line 3") ?? false)
        #expect(error("<a>\n")?.kind == .damaged)
        #expect(error("")?.kind == .damaged)
        #expect(error("no XML")?.kind == .damaged)
    }

    @Test func writtenTextsComeBack() throws {
        let texts = ["", "plain", "<&>\"'", "a\r\nb\tc\n", "é😀", " blanks "]
        let writer = XMLWriter()
        writer.element("a") { for text in texts { writer.element("b", text) } }
        let xml = try XMLPullReader(writer.document)
        _ = try xml.root()
        for text in texts {
            _ = try xml.nextChild()
            #expect(try xml.text() == text)
        }
        #expect(!Array("\u{1}".utf8).withUnsafeBytes { XMLWriter.canHold($0) })
        #expect(!Array("\u{FFFF}".utf8).withUnsafeBytes { XMLWriter.canHold($0) })
        #expect(Array("\u{FFFD}😀\n".utf8).withUnsafeBytes { XMLWriter.canHold($0) })
    }

    @Test func theRootIsFoundBehindTheProlog() {
        #expect(XMLProlog.rootName("<?xml version='1.0'?>\n<!-- <x> -->\n<a:KeePassFile>") == "KeePassFile")
        #expect(XMLProlog.rootName("<!DOCTYPE x>\n<wallet name=''>") == "wallet")
        #expect(XMLProlog.rootName("{\"a\": 1}") == nil)
        #expect(XMLProlog.rootName("<!-- never closed") == nil)
    }
}
