import AppTesting
import Foundation
import Glibc
import Testing

/// The core package's tests, which have to be built for this (`Scripts/build.sh chatelainePackageTests`).
private enum PackageTests {
    static let path = Stage.core + "/chatelainePackageTests.xctest"
    static var areBuilt: Bool { access(path, X_OK) == 0 }
}

/// Tests of a package that run in the program's identity.
@Suite(.serialized, .enabled(if: Stage.isPossible && PackageTests.areBuilt)) @MainActor struct HostedTestTests {
    /// Runs the tests of SecureStore that need an identity.
    private func run(isDeveloping: Bool) throws -> (output: String, status: Int32) {
        let stage = try Stage(startsAgent: false)
        let host = try stage.install("TestHost")
        if isDeveloping { try stage.startAgent("--test-host", host) } else { try stage.startAgent() }
        let words = [
            host, "--host", PackageTests.path, "--testing-library", "swift-testing", "--filter", "HostedStoreTests",
        ]
        // Swift Testing writes to standard error.
        return try ChildProcess.run(words, variables: stage.variables, errors: .piped)
    }

    @Test func secureStoreHasTheHostsIdentity() throws {
        let (output, status) = try run(isDeveloping: true)
        #expect(status == 0, "\(output)")
        #expect(output.contains("itemsBelongToTheHost() passed"), "\(output)")
    }

    /// The tests run, and have the identity of their own file: what they find out fails them.
    @Test func withoutTheDevelopmentModeTheIdentityIsTheirOwn() throws {
        let (output, status) = try run(isDeveloping: false)
        #expect(status == 1, "\(output)")
        #expect(output.contains("itemsBelongToTheHost() failed"), "\(output)")
    }
}

/// How tests are run, without a keychain.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HostTests {
    private func status(_ words: String...) throws -> Int32 {
        let stage = try Stage(startsAgent: false)
        return try ChildProcess.run(
            [stage.install("TestHost"), "--host"] + words, variables: stage.variables, errors: .null
        ).status
    }

    @Test func theStatusIsThatOfTheTests() throws {
        #expect(try status("/bin/sh", "-c", "exit 7") == 7)
        #expect(try status("/bin/sh", "-c", "kill -9 $$") == 137)
        #expect(try status("/bin/true") == 0)
        #expect(try status("/nowhere") == 2)
        #expect(try status() == 2)
    }

    /// Both kinds of tests run, and none of one kind is no failure.
    @Test func bothKindsOfTestsRun() throws {
        let stage = try Stage(startsAgent: false)
        let tests = stage.home + "/tests"
        let script = "#!/bin/sh\necho \"run $*\"\n[ $# = 0 ] || exit 69\n"
        try ChildProcess.writeScript(script, to: tests)
        let (output, status) = try ChildProcess.run(
            [stage.install("TestHost"), "--host", tests], variables: stage.variables)
        #expect(status == 0 && output == "run \nrun --testing-library swift-testing\n", "\(output)")
    }
}
