import KeyManagement
import Secrets

/// The plaintext header of a protected file, which names the keys that open it.
///
/// Specified in: Docs/protected-file-format.md, "Header". The header is not trusted: its security-relevant fields are bound to the
/// wrapped key.
package struct FileHeader: Hashable, Sendable {
    /// The sequence number: of the two copies, the one with the greater number is valid.
    package var sequence: UInt64
    /// The file's wrapped key.
    package var key: WrappedFileKey

    /// Makes a header with these values.
    package init(sequence: UInt64, key: WrappedFileKey) {
        self.sequence = sequence
        self.key = key
    }

    /// The size of one copy in bytes: a block of every usual file system and disk, so that writing one copy does not affect the other.
    package static let size = 4096
    static let magic = Array("CHPRFILE".utf8)
    static let version: UInt32 = 1
    private static let fixedSize = 56
    private static let checksumSize = 32
    private static let bodySize = size - checksumSize

    /// The reason why bytes are not a header.
    package enum Failure: Error, Hashable {
        /// The file is not a protected file.
        case notProtected
        /// The version is a later one.
        case laterVersion(UInt32)
        case damaged
    }

    /// Returns one copy in its file format: ``size`` bytes.
    package func encoded() -> [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(Self.size)
        bytes.append(Self.version)
        bytes.append(UInt32(key.fileClass.rawValue))
        bytes.append(sequence)
        bytes += key.fileID
        bytes.append(key.keyNumber)
        bytes.append(UInt32(truncatingIfNeeded: key.group.utf8.count))
        bytes.append(UInt32(truncatingIfNeeded: key.bytes.count))
        bytes += key.group.utf8
        bytes += key.bytes
        bytes += repeatElement(0, count: Self.bodySize - bytes.count)
        return bytes + Self.checksum(bytes)
    }

    /// Reads one copy.
    ///
    /// - Parameter bytes: ``size`` bytes.
    /// - Throws: for any bytes that ``encoded()`` does not produce.
    package init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard bytes.count == Self.size, bytes.prefix(8).elementsEqual(Self.magic) else { throw .notProtected }
        let body = UnsafeRawBufferPointer(rebasing: bytes[..<Self.bodySize])
        guard bytes[Self.bodySize...].elementsEqual(Self.checksum(body)) else { throw .damaged }
        let version: UInt32 = body.number(at: 8)
        guard version <= Self.version else { throw .laterVersion(version) }
        let groupLength = Int(body.number(at: 48) as UInt32)
        let wrappedLength = Int(body.number(at: 52) as UInt32)
        guard version == Self.version, (1...WrappedFileKey.longestGroup).contains(groupLength),
            (1...WrappedFileKey.longestWrapped).contains(wrappedLength)
        else { throw .damaged }
        // At most 56 + 256 + 512 bytes of 4064.
        let wrapped = Self.fixedSize + groupLength
        let end = wrapped + wrappedLength
        let number: UInt32 = body.number(at: 12)
        guard let fileClass = UInt8(exactly: number).flatMap(FileProtectionClass.init),
            let group = String(validating: body[Self.fixedSize..<wrapped], as: UTF8.self),
            body[end...].allSatisfy({ $0 == 0 }),
            let key = WrappedFileKey(
                fileClass: fileClass, fileID: Array(body[24..<40]), group: group, keyNumber: body.number(at: 40),
                bytes: Array(body[wrapped..<end]))
        else { throw .damaged }
        self.init(sequence: body.number(at: 16), key: key)
    }

    /// Computes the checksum that distinguishes complete copies from torn writes. It is not secret and no protection from attackers.
    private static func checksum(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: checksumSize)
        Array(bytes).withUnsafeBytes { bytes in digest.withUnsafeMutableBytes { sha256(bytes, into: $0) } }
        return digest
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    /// Reads the big-endian number at an offset that is known to be inside.
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
