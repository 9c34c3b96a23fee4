import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

@testable import DataProtection

/// A writer whose write has failed.
@Suite struct FailedWriterTests {
    /// The pieces of a failed write may be in the file: other content under their numbers would use a nonce twice.
    ///
    /// In a process of its own, whose files may not be long for a moment, as on a full disk.
    @Test(arguments: [100_000, 5_000_000]) func isOver(size: Int) async throws {
        let directory = try TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = directory.path as String, size = size as Int] in
            let keychain = try Keychain(
                root: KeychainRoot(path: path + "/home"), accessGroups: AccessGroups(["g"]),
                passcodeCost: .cheapForTests)
            try put(Data("before".utf8), at: path + "/file")
            let writer = try ProtectedFileWriter(
                path + "/file", fileClass: .completeUntilFirstUserAuthentication, keys: keychain)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = 80_000
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            guard
                failure(of: { () throws(ProtectedFileError) in
                    try writer.write(contentsOf: content(size))
                    try writer.write(contentsOf: content(size))
                })?.code == .EFBIG
            else { exit(2) }
            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            guard
                failure(of: { () throws(ProtectedFileError) in try writer.write(contentsOf: content(size, seed: 2)) })?
                    .code == .EBADF
            else { exit(3) }
            guard failure(of: { () throws(ProtectedFileError) in try writer.finish() })?.code == .EBADF else { exit(4) }
            guard try bytes(of: path + "/file") == Data("before".utf8) else { exit(5) }
        }
        withExtendedLifetime(directory) {}
    }
}
