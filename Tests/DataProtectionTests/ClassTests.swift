import Foundation
import KeyManagement
import KeychainServices
import Testing

@testable import DataProtection

/// What each protection class allows in each state of the lock.
@Suite struct ClassTests {
    private static let readable: [State: Set<FileProtectionClass>] = [
        .noPasscode: [.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication, .none],
        .unlocked: [.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication, .none],
        .lockedAfterFirstUnlock: [.completeUntilFirstUserAuthentication, .none],
        .beforeFirstUnlock: [.none],
    ]
    private static let writable: [State: Set<FileProtectionClass>] = [
        .noPasscode: [.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication, .none],
        .unlocked: [.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication, .none],
        .lockedAfterFirstUnlock: [.completeUnlessOpen, .completeUntilFirstUserAuthentication, .none],
        .beforeFirstUnlock: [.completeUnlessOpen, .none],
    ]

    @Test(arguments: Transport.allCases, State.allCases)
    func everyClassFollowsTheLockState(transport: Transport, state: State) throws {
        let keys = try KeysUnderTest(transport)
        // Made before there was a passcode, and still there afterwards.
        for fileClass in FileProtectionClass.allCases { try keys.write(Data("old".utf8), fileClass, fileClass.name) }
        try keys.reach(state)
        for fileClass in FileProtectionClass.allCases {
            let path = keys.directory(fileClass.name)
            let isReadable = try #require(Self.readable[state]).contains(fileClass)
            let isWritable = try #require(Self.writable[state]).contains(fileClass)
            if isReadable {
                #expect(try keys.read(fileClass.name) == Data("old".utf8), "\(fileClass)")
            } else {
                let keychain = try keys.keychain
                let error = failure { () throws(ProtectedFileError) in _ = try ProtectedFileReader(path, keys: keychain)
                }
                #expect(error?.code == .EACCES && error?.isLocked == true, "\(fileClass)")
                #expect(error?.reason.contains("class \(fileClass.name),") == true)
                #expect(error?.remedy?.contains("chatelaine unlock") == true)
            }
            // What needs no key is known at all times.
            #expect(try FileInformation(path).fileClass == fileClass)
            #expect(try FileInformation(path).length == 3)
            if isWritable {
                try keys.write(Data("newer".utf8), fileClass, fileClass.name)
                #expect(try FileInformation(path).length == 5)
            } else {
                #expect(throws: ProtectedFileError.self) { try keys.write(Data("new".utf8), fileClass, fileClass.name) }
                #expect(try FileInformation(path).length == 3)
            }
        }
        guard state == .lockedAfterFirstUnlock || state == .beforeFirstUnlock else { return }
        try keys.unlock()
        for fileClass in FileProtectionClass.allCases {
            let expected = try #require(Self.writable[state]).contains(fileClass) ? "newer" : "old"
            #expect(try keys.read(fileClass.name) == Data(expected.utf8), "\(fileClass)")
        }
        #expect(try keys.directory.names == FileProtectionClass.allCases.map(\.name).sorted())
    }

    @Test(arguments: Transport.allCases)
    func anOpenFileOfTheClassCompleteFollowsTheLock(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.reach(.unlocked)
        let data = content(3 << 20)
        try keys.write(data, .complete)
        let reader = try ProtectedFileReader(keys.directory("file"), keys: keys.keychain)
        #expect(try reader.read(upToCount: 100) == data[..<100])
        try keys.keychain.lock()
        // Also of what was opened already.
        for position in [0, 100, 2 << 20, data.count - 1] {
            let error = failure { () throws(ProtectedFileError) in _ = try reader.read(at: position, count: 10) }
            #expect(error?.isLocked == true)
        }
        try keys.unlock()
        #expect(try reader.readToEnd() == data[100...])
    }

    @Test(arguments: Transport.allCases)
    func aFileThatIsBeingWrittenFollowsTheLock(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.reach(.unlocked)
        let data = content(3 << 20)
        let path = keys.directory("file")
        let complete = try ProtectedFileWriter(path, fileClass: .complete, keys: keys.keychain)
        try complete.write(contentsOf: data[..<100])
        try keys.keychain.lock()
        let error = failure { () throws(ProtectedFileError) in try complete.write(contentsOf: data[100...]) }
        #expect(error?.isLocked == true)
        #expect(throws: ProtectedFileError.self) { try complete.finish() }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: Transport.allCases)
    func openFilesOfTheOtherClassesStayOpen(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.reach(.unlocked)
        let data = content(200_000)
        for fileClass in FileProtectionClass.allCases where fileClass != .complete {
            try keys.write(data, fileClass, fileClass.name)
            let reader = try ProtectedFileReader(keys.directory(fileClass.name), keys: keys.keychain)
            let writer = try ProtectedFileWriter(
                keys.directory(fileClass.name), fileClass: fileClass, keys: keys.keychain)
            try keys.keychain.lock()
            #expect(try reader.readToEnd() == data)
            try writer.write(contentsOf: data)
            try writer.write(contentsOf: data)
            try writer.finish()
            try keys.unlock()
            #expect(try keys.read(fileClass.name) == data + data)
        }
    }

    @Test(arguments: Transport.allCases)
    func changingTheClassKeepsTheContent(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.reach(.unlocked)
        let data = content(100_000)
        let path = keys.directory("file")
        try keys.write(data, .none)
        let sealed = try bytes(of: path)[HeaderCopies.size...]
        let before = try status(of: path)
        for old in FileProtectionClass.allCases {
            for new in FileProtectionClass.allCases {
                try ProtectedFile.setProtection(old, of: path, keys: keys.keychain)
                try ProtectedFile.setProtection(new, of: path, keys: keys.keychain)
                #expect(try FileInformation(path).fileClass == new)
                #expect(try keys.read() == data)
            }
        }
        #expect(try bytes(of: path)[HeaderCopies.size...] == sealed)
        #expect(try status(of: path).st_ino == before.st_ino)
        try ProtectedFile.setProtection(.complete, of: path, keys: keys.keychain)
        try keys.keychain.lock()
        // The class of a locked file cannot be lowered.
        for fileClass in FileProtectionClass.allCases {
            let keychain = try keys.keychain
            let error = failure { () throws(ProtectedFileError) in
                try ProtectedFile.setProtection(fileClass, of: path, keys: keychain)
            }
            #expect(error?.isLocked == true)
        }
        #expect(throws: ProtectedFileError.self) { try keys.read() }
    }

    @Test(arguments: Transport.allCases)
    func anotherProgramsFilesDoNotOpen(transport: Transport) throws {
        let keys = try KeysUnderTest(transport)
        try keys.write(Data("mine".utf8), .none)
        let path = keys.directory("file")
        let other = try keys.keychain(groups: "com.example.other")
        let error = failure { () throws(ProtectedFileError) in _ = try ProtectedFileReader(path, keys: other) }
        #expect(error?.code == .EPERM)
        // Nor does saying that it is of one's own group.
        var file = try bytes(of: path)
        let header = try file.withUnsafeBytes { try HeaderCopies($0).current }
        let claimed = try #require(
            WrappedFileKey(
                fileClass: header.key.fileClass, fileID: header.key.fileID, group: "com.example.other",
                keyNumber: header.key.keyNumber, bytes: header.key.bytes))
        let changed = FileHeader(sequence: 9, key: claimed).encoded()
        file.replaceSubrange(0..<HeaderCopies.size, with: changed + changed)
        try put(file, at: path)
        let second = failure { () throws(ProtectedFileError) in _ = try ProtectedFileReader(path, keys: other) }
        #expect(second?.code == .EBADMSG)
        // Who has both groups reads it, and a file can be made for either.
        let both = try keys.keychain(groups: "com.example.other", KeysUnderTest.group)
        let writer = try ProtectedFileWriter(path, fileClass: .none, group: KeysUnderTest.group, keys: both)
        try writer.finish()
        #expect(try FileInformation(path).group == KeysUnderTest.group)
        #expect(try keys.read() == Data())
        let third = failure { () throws(ProtectedFileError) in
            _ = try ProtectedFileWriter(path, fileClass: .none, group: KeysUnderTest.group, keys: other)
        }
        #expect(third?.code == .EPERM)
    }
}
