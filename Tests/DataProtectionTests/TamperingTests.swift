import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Testing

@testable import DataProtection

/// Every change to a file is detected, at the latest when it is read.
@Suite struct TamperingTests {
    private static let chunk = Chunks.sealedSize

    /// The code with which the whole file is refused; nil if it can be read.
    private func code(reading file: Data, _ keys: KeysUnderTest) throws -> POSIXErrorCode? {
        try put(file, at: keys.directory("changed"))
        let keychain = try keys.keychain
        return failure { () throws(ProtectedFileError) in
            _ = try ProtectedFileReader(keys.directory("changed"), keys: keychain).readToEnd()
        }?.code
    }

    private func made(_ count: Int, _ keys: KeysUnderTest, _ fileClass: FileProtectionClass = .none) throws -> Data {
        try keys.write(content(count), fileClass)
        return try bytes(of: keys.directory("file"))
    }

    @Test func everyCutIsNoticed() throws {
        let keys = try KeysUnderTest()
        let file = try made(2 * Chunks.size + 100, keys)
        let ends = [
            0, 1, 8, FileHeader.size - 1, FileHeader.size, HeaderCopies.size - 1, HeaderCopies.size,
            HeaderCopies.size + 1, HeaderCopies.size + 15, HeaderCopies.size + 16, HeaderCopies.size + 17,
            HeaderCopies.size + Self.chunk - 1, HeaderCopies.size + Self.chunk, HeaderCopies.size + Self.chunk + 16,
            HeaderCopies.size + 2 * Self.chunk, HeaderCopies.size + 2 * Self.chunk + 16, file.count - 16,
            file.count - 1,
        ]
        for end in ends {
            let code = try code(reading: file[..<end], keys)
            #expect(code == (end < 8 ? .EINVAL : .EBADMSG), "cut at \(end)")
        }
    }

    @Test func appendedBytesAreDetected() throws {
        let keys = try KeysUnderTest()
        for count in [0, 100, Chunks.size, Chunks.size + 1] {
            let file = try made(count, keys)
            let last = file.suffix(from: HeaderCopies.size).suffix(Self.chunk)
            for more in [Data([0]), Data(count: 16), Data(count: 17), Data(count: Self.chunk), last] {
                #expect(try code(reading: file + more, keys) == .EBADMSG, "\(count) and \(more.count)")
            }
        }
    }

    @Test func chunksInAnotherOrderAreNoticed() throws {
        let keys = try KeysUnderTest()
        let file = try made(4 * Chunks.size, keys)
        let head = file[..<HeaderCopies.size]
        let chunks = (0..<4).map { index in
            let start = HeaderCopies.size + index * Self.chunk
            return file[start..<start + Self.chunk]
        }
        let orders = [
            [1, 0, 2, 3], [0, 1, 3, 2], [0, 0, 2, 3], [0, 1, 1, 3], [0, 1, 2, 2], [0, 1, 2, 3, 3], [0, 2, 3],
            [1, 2, 3],
            [0, 3], [3], [0, 1, 2, 3, 0],
        ]
        for order in orders {
            #expect(try code(reading: order.reduce(head) { $0 + chunks[$1] }, keys) == .EBADMSG, "\(order)")
        }
        #expect(try code(reading: chunks.reduce(head, +), keys) == nil)
    }

    @Test func partsOfOtherFilesAndRevisionsAreNoticed() throws {
        let keys = try KeysUnderTest()
        // The same content, twice under the same name.
        let (one, two) = (try made(3 * Chunks.size, keys), try made(3 * Chunks.size, keys))
        #expect(one != two)
        for index in 0..<3 {
            var mixed = one
            let start = HeaderCopies.size + index * Self.chunk
            mixed.replaceSubrange(start..<start + Self.chunk, with: two[start..<start + Self.chunk])
            #expect(try code(reading: mixed, keys) == .EBADMSG)
        }
        let header = HeaderCopies.size
        #expect(try code(reading: one[..<header] + two[header...], keys) == .EBADMSG)
    }

    @Test(arguments: FileProtectionClass.allCases)
    func everyFlippedBitIsNoticed(fileClass: FileProtectionClass) throws {
        let keys = try KeysUnderTest()
        let file = try made(1000, keys, fileClass)
        let header = try file.withUnsafeBytes { try HeaderCopies($0).current }
        for index in HeaderCopies.size..<file.count {
            var changed = file
            changed[index] ^= 1 << (index % 8)
            guard index % 13 == 0 else { continue }
            #expect(try code(reading: changed, keys) == .EBADMSG, "byte \(index)")
        }
        // In the header: with the checksum recomputed, in both copies.
        for index in 0..<56 + header.key.group.utf8.count + header.key.bytes.count + 3 {
            var copy = [UInt8](header.encoded())
            copy[index] ^= 0x20
            let checked = Self.withChecksum(copy)
            let code = try code(reading: Data(checked + checked) + file[HeaderCopies.size...], keys)
            // The number that says which copy counts protects nothing, and is not protected.
            if (16..<24).contains(index) { continue }
            #expect(code != nil, "byte \(index)")
        }
    }

    static func withChecksum(_ copy: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let body = Array(copy[..<(FileHeader.size - 32)])
        body.withUnsafeBytes { body in digest.withUnsafeMutableBytes { sha256(body, into: $0) } }
        return body + digest
    }

    @Test func oneDamagedCopyOfTheHeaderDoesNoHarm() throws {
        let keys = try KeysUnderTest()
        let file = try made(1000, keys)
        for copy in 0..<2 {
            var changed = file
            let start = copy * FileHeader.size
            changed.replaceSubrange(start..<start + FileHeader.size, with: Data(count: FileHeader.size))
            #expect(try code(reading: changed, keys) == nil)
            // And is put right when the class is changed.
            try ProtectedFile.setProtection(.none, of: keys.directory("changed"), keys: keys.keychain)
            let repaired = try bytes(of: keys.directory("changed"))
            #expect(try repaired.withUnsafeBytes { try HeaderCopies($0).areSame })
            #expect(try code(reading: repaired, keys) == nil)
        }
        #expect(try code(reading: Data(count: HeaderCopies.size) + file[HeaderCopies.size...], keys) == .EINVAL)
    }

    @Test func aFileOfAnotherKeychainDoesNotOpen() throws {
        let (mine, other) = (try KeysUnderTest(), try KeysUnderTest())
        try other.write(Data("theirs".utf8), .none)
        for fileClass in FileProtectionClass.allCases {
            let file = try made(10, mine, fileClass)
            #expect(try code(reading: file, other) == .EBADMSG)
        }
    }

    @Test func laterVersionsAreNamed() throws {
        let keys = try KeysUnderTest()
        let file = try made(10, keys)
        var copy = [UInt8](file[..<FileHeader.size])
        copy[11] = 2
        let later = Self.withChecksum(copy)
        #expect(try code(reading: Data(later + later) + file[HeaderCopies.size...], keys) == .EOPNOTSUPP)
    }
}
