import Foundation
import Glibc
import TestSupport
import Testing

/// An account with a password on this machine, for the length of a test.
final class TestAccount: Sendable {
    static let isAllowed =
        getuid() == 0 && ProcessInfo.processInfo.environment["CHATELAINE_TEST_GLOBAL"] == "1"
        && FileManager.default.isExecutableFile(atPath: "/usr/sbin/useradd")

    let name = "chatelaine-" + String(UUID().uuidString.lowercased().prefix(8))
    static let password = "right horse"

    init() throws {
        try Self.run("/usr/sbin/useradd", "--no-create-home", name)
        try Self.run("/usr/sbin/chpasswd", input: "\(name):\(Self.password)\n")
    }

    deinit { try? Self.run("/usr/sbin/userdel", "--force", name) }

    /// Changes it with one of the system's programs.
    func change(_ program: String, _ arguments: String...) throws {
        try Self.run([program] + arguments + [name])
    }

    private static func run(_ command: String..., input: String = "") throws { try run(command, input: input) }

    private static func run(_ command: [String], input: String = "") throws {
        let status = try ChildProcess.run(command, input: input, errors: .null).status
        try #require(status == 0, "\(command[0])")
    }
}
