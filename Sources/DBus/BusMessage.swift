import LinuxSupport

/// A message that was received over the bus.
///
/// Values are read one after the other, in the order in which the sender wrote them. Every reading function returns `nil` if the next value
/// has another type.
package final class BusMessage {
    /// The maximum number of characters of a text that are kept, more than any message for users needs.
    private static let textLimit = 200
    /// The maximum number of elements of a list that are read.
    private static let listLimit = 64

    private let pointer: OpaquePointer
    private let systemd: Systemd

    /// Takes ownership of a message.
    ///
    /// - Parameter pointer: a reference, which this object releases.
    init(_ pointer: OpaquePointer, _ systemd: Systemd) { (self.pointer, self.systemd) = (pointer, systemd) }

    deinit { _ = systemd.messageUnref(pointer) }

    /// The unique name of the connection that sent the message, or `org.freedesktop.DBus`. The bus writes it: no sender can
    /// forge it.
    package var sender: String? { systemd.sender(pointer).map { String(cString: $0) } }

    /// The path of the object that has emitted a signal.
    package var path: String? { systemd.path(pointer).map { String(cString: $0) } }

    /// Whether this is the answer to a call that failed, or that got no answer in time.
    package var isError: Bool { systemd.isMethodError(pointer, nil) > 0 }

    /// The name of the error that a call ended with.
    package var errorName: String? {
        guard isError else { return nil }
        return systemd.error(pointer)?[0].map { String(cString: $0) }
    }

    /// The text of the error, for display.
    package var errorText: String {
        guard let text = systemd.error(pointer)?[1] else { return "" }
        return UntrustedText.forPrompt(String(cString: text), limit: Self.textLimit)
    }

    /// Whether it is the signal `member`.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        systemd.isSignal(pointer, interface, member) > 0
    }

    /// Whether this is the answer to the call that was sent with a cookie.
    package func answers(_ cookie: UInt64) -> Bool {
        var answered: UInt64 = 0
        return systemd.replyCookie(pointer, &answered) >= 0 && answered == cookie
    }

    /// Reads a string.
    package func string() -> String? { name("s") }
    /// Reads the path of an object.
    package func objectPath() -> String? { name("o") }

    /// Reads a boolean.
    package func bool() -> Bool? {
        // A boolean of D-Bus takes four bytes.
        var value: Int32 = 0
        return read("b", into: &value) ? value != 0 : nil
    }

    /// Reads an unsigned number of 32 bits.
    package func number() -> UInt32? {
        var value: UInt32 = 0
        return read("u", into: &value) ? value : nil
    }

    /// Returns a descriptor, which is closed together with the message.
    package func descriptor() -> Int32? {
        var value: Int32 = -1
        return read("h", into: &value) && value >= 0 ? value : nil
    }

    /// Reads an unsigned number of 64 bits.
    package func wideNumber() -> UInt64? {
        var value: UInt64 = 0
        return read("t", into: &value) ? value : nil
    }

    /// Reads a list of strings, or of object paths.
    package func list(of element: Unicode.Scalar) -> [String]? {
        guard systemd.enterContainer(pointer, CChar(busType: "a"), String(element)) > 0 else { return nil }
        var list: [String] = []
        while list.count < Self.listLimit, let text = name(element) { list.append(text) }
        return list
    }

    /// Reads a list of object paths.
    ///
    /// - Parameter limit: the most elements; `nil` is returned for more.
    package func objectPaths(atMost limit: Int) -> [String]? {
        container("a", "o") {
            var paths: [String] = []
            while let path = objectPath() {
                guard paths.count < limit else { return nil }
                paths.append(path)
            }
            return paths
        }
    }

    /// Calls `body` with bytes, which are valid for the duration of the call only.
    package func bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var (start, count) = (UnsafeRawPointer?.none, 0)
        guard systemd.readArray(pointer, CChar(busType: "y"), &start, &count) > 0 else { return nil }
        return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Reads the entries of a dictionary: `body` reads a key and a value of the given types, and returns whether to go on.
    package func entries(_ types: String, _ body: () -> Bool) -> Void? {
        container("a", "{\(types)}") {
            while let goesOn = container("e", types, body) {
                guard goesOn else { return nil }
            }
            return ()
        }
    }

    /// Reads a variant with contents of a type.
    package func variant<Result>(_ contents: String, _ body: () -> Result?) -> Result? {
        container("v", contents, body)
    }

    /// Skips the next value, of the given type.
    package func skip(_ type: String) -> Bool { systemd.skip(pointer, type) >= 0 }

    /// Has the message wiped when it is freed.
    package func markSensitive() { _ = systemd.markSensitive(pointer) }

    /// Reads a structure with contents of the given types. Nothing after it can be read unless `body` reads all of it.
    package func structure<Result>(_ contents: String, _ body: () -> Result?) -> Result? {
        container("r", contents, body)
    }

    /// Reads a dictionary of texts. Of one with more than 64 entries, the rest is left out, and nothing after it can be read.
    package func stringDictionary() -> [String: String]? {
        container("a", "{ss}") {
            var texts: [String: String] = [:]
            for _ in 0..<Self.listLimit {
                guard
                    let (key, value) = container("e", "ss", { string().flatMap { key in string().map { (key, $0) } } })
                else { break }
                texts[key] = value
            }
            return texts
        }
    }

    private func container<Result>(_ kind: Unicode.Scalar, _ contents: String, _ body: () -> Result?) -> Result? {
        guard systemd.enterContainer(pointer, CChar(busType: kind), contents) > 0 else { return nil }
        defer { _ = systemd.exitContainer(pointer) }
        return body()
    }

    /// Reads a text in a variant, for display.
    package func textInVariant() -> String? {
        guard systemd.enterContainer(pointer, CChar(busType: "v"), "s") > 0 else { return nil }
        return string().map { UntrustedText.forPrompt($0, limit: Self.textLimit) }
    }

    /// Reads a structure in a variant, with the types of the structure's fields.
    package func structureInVariant<Result>(_ fields: String, _ body: () -> Result?) -> Result? {
        container("v", "(\(fields))") { structure(fields, body) }
    }

    /// Reads a number in a variant.
    package func numberInVariant() -> Int32? {
        guard systemd.enterContainer(pointer, CChar(busType: "v"), "i") > 0 else { return nil }
        var value: Int32 = 0
        return read("i", into: &value) ? value : nil
    }

    private func name(_ kind: Unicode.Scalar) -> String? {
        var text: UnsafePointer<CChar>?
        guard read(kind, into: &text), let text else { return nil }
        return String(cString: text)
    }

    private func read(_ kind: Unicode.Scalar, into value: inout some Any) -> Bool {
        withUnsafeMutablePointer(to: &value) { systemd.readBasic(pointer, CChar(busType: kind), $0) } > 0
    }
}
