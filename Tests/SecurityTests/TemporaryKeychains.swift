import AgentClient
import Foundation
import KeyManagement
import KeychainTesting
import LinuxSupport
import TestSupport

/// A home directory of a test's own, with keychains in files of their own.
struct TemporaryHome {
    private let directory: TemporaryDirectory
    /// What the one agent of this home has unlocked.
    let unlocked = UnlockedKeyTable()

    init() throws { directory = try TemporaryDirectory(mode: 0o700) }

    func callAsFunction(_ name: String) -> String { directory(name) }

    /// Calls `body` as a process of this home, with a keychain of the device in memory.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let directories = UserDirectories { [path = directory.path] in $0 == "HOME" ? path : nil }
        let keychains = UserKeychains(directories, cost: .cheapForTests) { [unlocked] () throws(KeychainError) in
            ProcessUnlockedKeys(unlocked)
        }
        return try withTemporaryKeychain { _ in try UserKeychains.$override.withValue(keychains) { try body() } }
    }
}
