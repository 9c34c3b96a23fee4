import AppTesting
import Foundation
import FoundationXML

/// An XML file as a tree. Declarations of document types and instructions are errors: none of our files needs one.
final class XMLTree: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    /// All elements, in the order in which they begin.
    private(set) var elements: [Element] = []
    private var open: [Int] = []
    private var problem: String?

    init(_ text: String) throws {
        super.init()
        guard !text.contains("<!") else { throw TestFailure("a declaration or a comment") }
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw TestFailure("line \(parser.lineNumber): \(parser.parserError as Any)") }
        if let problem { throw TestFailure(problem) }
    }

    subscript(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    func parser(_: XMLParser, foundProcessingInstructionWithTarget target: String, data _: String?) {
        problem = "an instruction “\(target)”"
    }
}
