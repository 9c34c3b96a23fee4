/// Associated data that binds a ciphertext to its location: parts in a fixed order, each with its length in front, so that no
/// two lists of parts give the same bytes.
///
/// Specified in: Docs/keychain-format.md, "Associated data".
package struct AssociatedData: Sendable {
    private var bytes: [UInt8] = []

    /// Makes associated data without parts; `capacity` is an estimate of the final size in bytes.
    package init(capacity: Int = 128) { bytes.reserveCapacity(capacity) }

    /// Appends a part, with its length in front.
    package mutating func append(_ part: UnsafeRawBufferPointer) {
        appendLength(part.count)
        bytes.append(contentsOf: part)
    }

    /// Appends the UTF-8 bytes of a text as a part.
    package mutating func append(_ part: StaticString) {
        part.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a part, with its length in front.
    package mutating func append(_ part: [UInt8]) {
        part.withUnsafeBytes { append($0) }
    }

    /// Appends a number as its big-endian bytes.
    package mutating func append(_ part: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: part.bigEndian) { append($0) }
    }

    private mutating func appendLength(_ length: Int) {
        Swift.withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Calls `body` with all parts. The buffer is valid during the call.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }
}
