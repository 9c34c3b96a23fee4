import Foundation

// Version (1), number of lists (1); of each: flags (1), selector (2), name, number of authorizations (1) and each of them, number of programs
// (2) and each of them: path, length of the identity (1), identity. Texts have their length in front of them (2), numbers are big-endian.
extension AccessList {
    private static let version: UInt8 = 2
    /// The flag of a list for all programs.
    private static let forAll: UInt8 = 1

    /// Encodes the lists.
    ///
    /// - Throws: `.parameter` for too many lists, programs or bytes, or a path that is none.
    package func encoded() throws(KeychainError) -> Data {
        guard entries.count <= Self.mostEntries else {
            throw .parameter("an item has at most \(Self.mostEntries) lists")
        }
        guard entries.reduce(0, { $0 + ($1.programs?.count ?? 0) }) <= Self.mostPrograms else {
            throw .parameter("the access lists of an item name at most \(Self.mostPrograms) programs")
        }
        var bytes: [UInt8] = [Self.version, UInt8(entries.count)]
        for entry in entries {
            guard entry.authorizations.count <= Self.mostAuthorizations else {
                throw .parameter("an access list has at most \(Self.mostAuthorizations) authorizations")
            }
            guard entry.programs?.allSatisfy({ Self.isPath($0.path) }) ?? true else {
                throw .parameter("a program of an access list is no absolute path")
            }
            bytes.append(entry.programs == nil ? Self.forAll : 0)
            Self.append(entry.selector, to: &bytes)
            try Self.append(entry.name, to: &bytes)
            bytes.append(UInt8(entry.authorizations.count))
            for text in entry.authorizations { try Self.append(text, to: &bytes) }
            Self.append(UInt16(entry.programs?.count ?? 0), to: &bytes)
            for program in entry.programs ?? [] {
                try Self.append(program.path, to: &bytes)
                let identity = program.identity.bytes
                bytes.append(UInt8(clamping: identity.count))
                bytes += identity
            }
        }
        guard bytes.count <= Self.maximumSize else { throw Self.tooLarge }
        return Data(bytes)
    }

    private static var tooLarge: KeychainError { .parameter("the access lists are larger than 64 KiB") }

    private static func append(_ number: UInt16, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) throws(KeychainError) {
        guard let count = UInt16(exactly: text.utf8.count) else { throw tooLarge }
        append(count, to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Decodes lists.
    ///
    /// - Throws: `.decode` for any bytes that ``encoded()`` does not produce.
    package init(encoded: Data) throws(KeychainError) {
        guard encoded.count <= Self.maximumSize else { throw AccessListReader.malformed }
        var reader = AccessListReader(bytes: [UInt8](encoded))
        guard try reader.byte() == Self.version else { throw AccessListReader.malformed }
        let count = try reader.count(upTo: Self.mostEntries)
        var (entries, programs) = ([Entry](), 0)
        for _ in 0..<count {
            let entry = try Self.entry(&reader)
            programs += entry.programs?.count ?? 0
            entries.append(entry)
        }
        guard reader.isAtEnd, programs <= Self.mostPrograms else { throw AccessListReader.malformed }
        self.init(entries: entries)
    }

    private static func entry(_ reader: inout AccessListReader) throws(KeychainError) -> Entry {
        let flags = try reader.byte()
        guard flags & ~forAll == 0 else { throw AccessListReader.malformed }
        let selector = try reader.number()
        let name = try reader.text()
        var entry = Entry(programs: flags == 0 ? [] : nil, name: name, selector: selector, authorizations: [])
        for _ in 0..<(try reader.count(upTo: mostAuthorizations)) { entry.authorizations.append(try reader.text()) }
        let programs = Int(try reader.number())
        guard programs <= (flags == 0 ? mostPrograms : 0) else { throw AccessListReader.malformed }
        for _ in 0..<programs {
            let path = try reader.text()
            guard isPath(path), let identity = Identity(try reader.bytes(Int(try reader.byte()))) else {
                throw AccessListReader.malformed
            }
            entry.programs?.append(Program(path, identity))
        }
        return entry
    }
}

/// Reads the encoding from front to back.
private struct AccessListReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    static var malformed: KeychainError { .damaged("an access list") }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(KeychainError) -> UInt8 {
        guard position < bytes.count else { throw Self.malformed }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func count(upTo most: Int) throws(KeychainError) -> Int {
        let count = Int(try byte())
        guard count <= most else { throw Self.malformed }
        return count
    }

    mutating func number() throws(KeychainError) -> UInt16 {
        let high = try byte()
        return UInt16(high) << 8 | UInt16(try byte())
    }

    mutating func bytes(_ count: Int) throws(KeychainError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw Self.malformed }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func text() throws(KeychainError) -> String {
        let content = try bytes(Int(try number()))
        guard let text = String(validating: content, as: UTF8.self) else { throw Self.malformed }
        return text
    }
}
