import Secrets

/// A text with references in it: `{{ chatelaine://… }}`, or bare.
///
/// A bare reference is not preceded by a letter, a digit or one of `-+\.`, and ends before the first character that a reference without
/// percent-encoding cannot have. `{{ "…" }}` stands for the text between the quotes, if that has a reference. Other braces stay as they are.
/// Specified in: Docs/secret-references.md, "Templates".
public struct SecretTemplate: Sendable {
    /// The maximum size in bytes.
    public static let largestSize = 16 << 20
    /// The maximum number of references.
    static let mostReferences = 10_000

    enum Piece: Equatable, Sendable {
        case text(Range<Int>)
        case reference(SecretReference, line: Int)
    }

    private let bytes: [UInt8]
    let pieces: [Piece]

    /// Parses a template.
    ///
    /// - Throws: an error with the line, for a malformed reference and for a template beyond the limits.
    public init(_ bytes: [UInt8]) throws(SecretReferenceError) {
        guard bytes.count <= Self.largestSize else {
            throw SecretReferenceError("the template is larger than 16 MiB", remedy: "split it")
        }
        self.bytes = bytes
        var scanner = TemplateScanner(bytes)
        pieces = try scanner.scan()
    }

    /// Makes a template that is one reference.
    public init(_ reference: SecretReference) { (bytes, pieces) = ([], [.reference(reference, line: 1)]) }

    /// Parses the value of a variable: a reference as a whole, which may have blanks, or a template.
    public init(variable value: [UInt8]) throws(SecretReferenceError) {
        let prefix = Array(SecretReference.prefix.utf8)
        if value.starts(with: prefix), let text = String(validating: value, as: UTF8.self) {
            self.init(try SecretReference(parsing: text))
        } else {
            try self.init(value)
        }
    }

    /// The references, in order, with their lines.
    public var references: [(reference: SecretReference, line: Int)] {
        pieces.compactMap { if case .reference(let reference, let line) = $0 { (reference, line) } else { nil } }
    }

    /// Returns the text with the values in place of the references.
    ///
    /// - Parameter value: returns the value of each of ``references``.
    public func rendered<Failure: Error>(
        _ value: (SecretReference) throws(Failure) -> SecretValue
    ) throws(Failure) -> SecretBytes {
        var values: [SecretValue] = []
        for (reference, _) in references { values.append(try value(reference)) }
        var count = values.reduce(0) { $0 + $1.count }
        for case .text(let range) in pieces { count += range.count }
        return SecretBytes(count: count) { buffer in
            var (position, next) = (0, 0)
            func append(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + part.count]).copyMemory(from: part)
                position += part.count
            }
            for piece in pieces {
                switch piece {
                case .text(let range):
                    bytes.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[range])) }
                case .reference:
                    values[next].withUnsafeBytes { append($0) }
                    next += 1
                }
            }
        }
    }
}
