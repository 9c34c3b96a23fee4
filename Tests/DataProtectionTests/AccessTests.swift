import Foundation
import KeyManagement
import KeychainServices
import Testing

@testable import DataProtection

/// What is written is what is read, in any sizes and from any place.
@Suite struct AccessTests {
    private static let sizes = [
        0, 1, 15, 16, 17, 4095, 65535, 65536, 65537, 131_071, 131_072, 131_073, 1 << 20, (1 << 20) + 1, (2 << 20) - 1,
        2 << 20, (2 << 20) + 1, 16 * 65536 * 3, 5_000_001,
    ]

    @Test(arguments: sizes) func everySizeComesBack(size: Int) throws {
        let keys = try KeysUnderTest()
        let data = content(size)
        try keys.write(data, .completeUnlessOpen)
        #expect(try keys.read() == data)
        #expect(try FileInformation(keys.directory("file")).length == size)
        let chunks = max((size + 65535) / 65536, 1)
        #expect(try bytes(of: keys.directory("file")).count == 8192 + size + 16 * chunks)
    }

    @Test func piecesOfAnySizeMakeTheSameContent() throws {
        let keys = try KeysUnderTest()
        var random = Lehmer(seed: 7)
        for _ in 0..<20 {
            let data = content(random.number(below: 4 << 20), seed: UInt64(random.number(below: 1000)))
            let writer = try ProtectedFileWriter(keys.directory("file"), fileClass: .none, keys: keys.keychain)
            var position = 0
            while position < data.count {
                let most = [1, 1000, 65536, 65537, 1 << 20, 3 << 20][random.number(below: 6)]
                let end = min(position + 1 + random.number(below: most), data.count)
                try writer.write(contentsOf: data[position..<end])
                position = end
            }
            #expect(writer.length == data.count)
            try writer.finish()
            #expect(try keys.read() == data)
        }
    }

    @Test func anyPlaceCanBeRead() throws {
        let keys = try KeysUnderTest()
        var random = Lehmer(seed: 11)
        for size in [0, 1, 65536, 65537, 3_000_000] {
            let data = content(size)
            try keys.write(data, .complete)
            let reader = try ProtectedFileReader(keys.directory("file"), keys: keys.keychain)
            #expect(reader.length == size)
            for _ in 0..<200 {
                let position = random.number(below: size + 100)
                let count = random.number(below: [2, 100, 65536, 200_000, 3_000_000][random.number(below: 5)])
                let start = min(position, size)
                #expect(try reader.read(at: position, count: count) == data[start..<min(start + count, size)])
            }
        }
    }

    @Test func readingGoesOnWhereItEnded() throws {
        let keys = try KeysUnderTest()
        let data = content(300_000)
        try keys.write(data, .none)
        let reader = try ProtectedFileReader(keys.directory("file"), keys: keys.keychain)
        var read = Data()
        while case let piece = try reader.read(upToCount: 7777), !piece.isEmpty { read += piece }
        #expect(read == data)
        #expect(try reader.readToEnd().isEmpty)
        reader.seek(toOffset: 299_990)
        #expect(try reader.readToEnd() == data.suffix(10))
        let error = failure { () throws(ProtectedFileError) in _ = try reader.read(at: -1, count: 1) }
        #expect(error?.code == .EINVAL)
    }

    /// Nothing of a sealed content says what it is, nor what the file is called and where it is.
    @Test(arguments: [FileProtectionClass.none, .complete]) func nothingIsInTheClear(
        fileClass: FileProtectionClass
    ) throws {
        let keys = try KeysUnderTest()
        let path = keys.directory("letter to kim.txt")
        let writer = try ProtectedFileWriter(path, fileClass: fileClass, keys: keys.keychain)
        try writer.write(contentsOf: Data(repeating: UInt8(ascii: "A"), count: 100_000))
        try writer.finish()
        let file = try bytes(of: path)
        for text in ["AAAA", path, keys.directory.path, "letter to kim", "kim.txt"] {
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
                let wanted = try #require(text.data(using: encoding))
                #expect(file.range(of: wanted) == nil, "“\(text)” is in the file")
            }
        }
    }

    @Test func openFileKeepsItsContent() throws {
        let keys = try KeysUnderTest()
        try keys.write(content(200_000), .none)
        let reader = try ProtectedFileReader(keys.directory("file"), keys: keys.keychain)
        try keys.write(Data("new".utf8), .none)
        #expect(try reader.readToEnd() == content(200_000))
        #expect(try keys.read() == Data("new".utf8))
    }

    @Test func theFacadeUsesTheProgramsKeychain() throws {
        let keys = try KeysUnderTest()
        let url = URL(fileURLWithPath: keys.directory("file"))
        try Keychain.$override.withValue(keys.keychain) {
            try ProtectedFile.write(Data("content".utf8), to: url, protection: .complete)
            #expect(try ProtectedFile.read(from: url) == Data("content".utf8))
            #expect(try ProtectedFile.protectionClass(of: url) == .complete)
            try ProtectedFile.setProtection(.completeUnlessOpen, of: url)
            #expect(try ProtectedFile.protectionClass(of: url) == .completeUnlessOpen)
            #expect(try ProtectedFile.length(of: url) == 7)
            try ProtectedFile.write(Data([1]), to: url)
            #expect(try ProtectedFile.protectionClass(of: url) == .completeUntilFirstUserAuthentication)
            #expect(throws: ProtectedFileError.self) {
                try ProtectedFile.write(Data(), to: url, protection: FileProtectionType(rawValue: "no such"))
            }
        }
    }

    @Test func theErrorIsOneOfTheSystems() throws {
        let keys = try KeysUnderTest()
        try keys.write(Data([1]), .complete)
        try keys.reach(.lockedAfterFirstUnlock)
        do {
            _ = try keys.read()
            Issue.record("it was read")
        } catch {
            let error = error as NSError
            #expect(error.domain == NSPOSIXErrorDomain && error.code == Int(EACCES))
            #expect(error.localizedRecoverySuggestion?.contains("chatelaine unlock") == true)
            #expect((error as? ProtectedFileError)?.posixError.code == .EACCES || error.domain == NSPOSIXErrorDomain)
        }
    }
}

/// The same numbers in every run.
struct Lehmer {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(bound, 1)
    }
}
