import Foundation

/// A reader of an XML document, one element after another.
///
/// A document type is refused, so that no entity is defined, expanded or fetched; elements are nested 256 deep at most.
package final class XMLPullReader {
    /// The deepest nesting of elements.
    package static let mostDepth = 256
    /// The most bytes of a document: libxml2's numbers end there.
    package static let mostBytes = Int(Int32.max)
    /// The most bytes of the name of an element or an attribute.
    private static let longestName = 256

    private enum Event { case start, text, end }

    private let library: XMLLibrary
    private let reader: OpaquePointer
    private let document: WipedBuffer
    /// Element names are interned: a pointer always stands for the same name.
    private var names: [UnsafePointer<UInt8>: String] = [:]
    private var isEmpty = false
    private var hasFailed = false
    private let scratch = WipedBuffer()

    /// The number of open elements.
    package private(set) var depth = 0
    /// The name of the element that has begun last, without its prefix.
    package private(set) var name = ""
    /// The attributes of the element that has begun last.
    package private(set) var attributes: [String: String] = [:]

    /// - Throws: `.tooLarge`, or `.unsupported` if libxml2 is not installed.
    package init(_ document: WipedBuffer) throws(ExchangeError) {
        let library = try XMLLibrary.load()
        guard document.count <= Self.mostBytes else {
            throw ExchangeError(
                .tooLarge, "the XML document has \(document.count) bytes; at most \(Self.mostBytes) are read")
        }
        // No network, CDATA as text, no limits of libxml2's own: those here are in place of them. Lines above 65,535 are counted.
        let (noNetwork, noCDATA, huge, bigLines) = (Int32(1 << 11), Int32(1 << 14), Int32(1 << 19), Int32(1 << 22))
        let opened = document.withUnsafeBytes { bytes in
            library.open(bytes.baseAddress, Int32(bytes.count), nil, nil, noNetwork | noCDATA | huge | bigLines)
        }
        guard let opened else { throw ExchangeError(.damaged, "the XML document cannot be read") }
        library.setReport(opened, { _, _ in }, nil)
        (self.library, reader, self.document) = (library, opened, document)
    }

    deinit { library.close(reader) }

    /// The line of the document.
    package var line: Int {
        guard !hasFailed, let node = library.currentNode(reader) else { return Int(library.parsedLine(reader)) }
        return library.nodeLine(node)
    }

    /// The line, as errors name it.
    package var position: String { "line \(line)" }

    /// Reads up to the start of the document's element.
    ///
    /// - Returns: its name.
    package func root() throws(ExchangeError) -> String {
        while try next() != .start {}
        return name
    }

    /// Reads up to the next element in the one that is open.
    ///
    /// - Returns: its name; `nil` at the end of the open one.
    package func nextChild() throws(ExchangeError) -> String? {
        while true {
            switch try next() {
            case .start: return name
            case .end: return nil
            case .text: continue
            }
        }
    }

    /// Reads up to the end of the open element.
    package func skip() throws(ExchangeError) {
        let outer = depth - 1
        while depth > outer { _ = try next() }
    }

    /// Reads up to the end of the open element, and calls `body` with its text. Elements in it are left out.
    package func content<Result: ~Copyable>(
        _ body: (UnsafeRawBufferPointer) throws(ExchangeError) -> Result
    ) throws(ExchangeError) -> Result {
        scratch.removeAll()
        let outer = depth - 1
        while depth > outer {
            guard try next() == .text, depth == outer + 1, let value = library.value(reader) else { continue }
            scratch.append(
                UnsafeRawBufferPointer(
                    start: value, count: strlen(UnsafeRawPointer(value).assumingMemoryBound(to: CChar.self))))
        }
        return try scratch.withUnsafeBytes(body)
    }

    /// Reads up to the end of the open element.
    ///
    /// - Returns: its text.
    package func text() throws(ExchangeError) -> String {
        try content { bytes throws(ExchangeError) in String(decoding: bytes, as: UTF8.self) }
    }

    /// Returns an error at the current line.
    package func error(
        _ reason: String, _ kind: ExchangeError.Kind = .damaged, remedy: String? = nil
    ) -> ExchangeError { ExchangeError(kind, reason, at: position, remedy: remedy) }

    // MARK: - Events

    private func next() throws(ExchangeError) -> Event {
        if isEmpty {
            (isEmpty, depth) = (false, depth - 1)
            return .end
        }
        while true {
            let status = library.read(reader)
            guard status == 1 else {
                hasFailed = true
                throw error(
                    status == 0 ? "the XML document ends early" : "the file is no well-formed XML",
                    remedy: "export the file again")
            }
            if let event = try event() { return event }
        }
    }

    /// Returns the event of the current node; `nil` for one without meaning.
    private func event() throws(ExchangeError) -> Event? {
        switch library.nodeType(reader) {
        case 1:
            try begin()
            return .start
        case 3, 4, 14: return .text
        case 15:
            depth -= 1
            return .end
        // Comments, instructions, blanks.
        case 7, 8, 13: return nil
        case 10: throw error("the XML document has a document type, which is not read", .unsupported)
        default: throw error("the XML document has an undefined entity")
        }
    }

    private func begin() throws(ExchangeError) {
        guard depth < Self.mostDepth else {
            throw error("elements are nested deeper than \(Self.mostDepth)", .tooLarge)
        }
        depth += 1
        isEmpty = library.isEmptyElement(reader) == 1
        name = try localName()
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        guard library.hasAttributes(reader) == 1 else { return }
        while library.moveToNextAttribute(reader) == 1 {
            guard attributes.count < 64 else { throw error("an element has more than 64 attributes", .tooLarge) }
            let name = try localName()
            attributes[name] = library.value(reader).map { String(cString: $0) }
        }
        _ = library.moveToElement(reader)
    }

    private func localName() throws(ExchangeError) -> String {
        guard let start = library.name(reader) else { return "" }
        if let known = names[start] { return known }
        let name = String(cString: start)
        guard name.utf8.count <= Self.longestName else {
            throw error("a name has more than \(Self.longestName) bytes", .tooLarge)
        }
        names[start] = name
        return name
    }
}
