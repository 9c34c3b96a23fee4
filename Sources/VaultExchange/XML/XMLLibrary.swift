import LinuxSupport
import Synchronization

/// The functions of libxml2's reader, loaded at their first use.
///
/// Specified in: libxml2's documentation, “xmlReader”.
struct XMLLibrary: Sendable {
    typealias Reader = OpaquePointer
    typealias Open =
        @convention(c) (
            UnsafeRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32
        ) -> Reader?
    typealias Number = @convention(c) (Reader?) -> Int32
    typealias Text = @convention(c) (Reader?) -> UnsafePointer<UInt8>?
    typealias Node = @convention(c) (Reader?) -> OpaquePointer?
    typealias NodeLine = @convention(c) (OpaquePointer?) -> Int
    typealias Close = @convention(c) (Reader?) -> Void
    typealias Report = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
    typealias SetReport = @convention(c) (Reader?, Report?, UnsafeMutableRawPointer?) -> Void

    let open: Open
    let read: Number
    let nodeType: Number
    let isEmptyElement: Number
    let hasAttributes: Number
    let moveToNextAttribute: Number
    let moveToElement: Number
    /// The line that is parsed, which is behind the current node.
    let parsedLine: Number
    let currentNode: Node
    let nodeLine: NodeLine
    let name: Text
    let value: Text
    let setReport: SetReport
    let close: Close

    private static let loaded = Mutex<XMLLibrary?>(nil)

    /// Returns the library, which the first call loads.
    ///
    /// - Throws: `.unsupported` if it is not installed.
    static func load() throws(ExchangeError) -> XMLLibrary {
        try loaded.withLock { library throws(ExchangeError) in
            if let library { return library }
            do throws(MissingLibrary) {
                let made = try XMLLibrary()
                library = made
                return made
            } catch {
                throw ExchangeError(
                    .unsupported, "the library \(error.name) is not installed",
                    remedy: "install Debian's package libxml2, or your system's")
            }
        }
    }

    private init() throws(MissingLibrary) {
        let library = try SharedLibrary("libxml2.so.2")
        open = try library.function("xmlReaderForMemory")
        read = try library.function("xmlTextReaderRead")
        nodeType = try library.function("xmlTextReaderNodeType")
        isEmptyElement = try library.function("xmlTextReaderIsEmptyElement")
        hasAttributes = try library.function("xmlTextReaderHasAttributes")
        moveToNextAttribute = try library.function("xmlTextReaderMoveToNextAttribute")
        moveToElement = try library.function("xmlTextReaderMoveToElement")
        parsedLine = try library.function("xmlTextReaderGetParserLineNumber")
        currentNode = try library.function("xmlTextReaderCurrentNode")
        nodeLine = try library.function("xmlGetLineNo")
        name = try library.function("xmlTextReaderConstLocalName")
        value = try library.function("xmlTextReaderConstValue")
        setReport = try library.function("xmlTextReaderSetStructuredErrorHandler")
        close = try library.function("xmlFreeTextReader")
        // Initialises the library, once for all threads.
        let initialise: @convention(c) () -> Void = try library.function("xmlInitParser")
        initialise()
    }
}
