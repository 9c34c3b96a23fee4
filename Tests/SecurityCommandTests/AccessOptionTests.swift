import AgentClient
import Foundation
import KeychainServices
import TestSupport
import Testing

@testable import SecurityCommand

/// The options -A and -T, partition lists, and what `dump-keychain -a` prints of them.
@Suite(.timeLimit(.minutes(60))) struct AccessOptionTests {
    private let home: ScriptHome

    init() throws {
        home = try ScriptHome()
        _ = try home.run("create-keychain -p secret build.keychain")
    }

    private func access(_ options: String) throws -> String {
        #expect(try home.status("add-generic-password -a kim -s shop -w x \(options) build.keychain") == 0)
        defer { _ = try? home.run("delete-generic-password -a kim build.keychain") }
        let dump = try home.output("dump-keychain -a build.keychain")
        return try String(dump[#require(dump.range(of: "access: ")).lowerBound...])
    }

    private func text(_ applications: String) -> String {
        """
        access: 3 entries
            entry 0:
                authorizations (1): encrypt
                don't-require-password
                description: shop
                applications: <null>
            entry 1:
                authorizations (6): decrypt derive export_clear export_wrapped mac sign
                don't-require-password
                description: shop
                \(applications)
            entry 2:
                authorizations (1): change_acl
                don't-require-password
                description: shop
                applications (0):

        """
    }

    @Test func theDumpHasTheProgramsThatOptionsName() throws {
        #expect(try access("") == "access: 0 entries\n")
        #expect(try access("-A") == text("applications: <null>"))
        #expect(try access("-T \"\"") == text("applications (0):"))
        #expect(try access("-T group://friends") == text("applications (0):"))
        // Links are followed, and what is not here is kept as it is named.
        let real = try #require(realpath("/bin/sh", nil))
        defer { free(real) }
        #expect(
            try access("-T /bin/sh -T /usr/bin/codesign/is/not/here")
                == text(
                    """
                    applications (2):
                                0: \(String(cString: real))
                                1: /usr/bin/codesign/is/not/here
                    """))
        #expect(try access("-A -T /bin/sh") == text("applications: <null>"))
    }

    @Test func pathsThatAreNoneAreBadUsage() throws {
        for path in ["relative/is/not/here", "/" + String(repeating: "a", count: 5000)] {
            #expect(try home.status("add-generic-password -a kim -s shop -w x -T \(path) build.keychain") == 2)
        }
        #expect(try home.output("dump-keychain build.keychain").isEmpty)
    }

    @Test func namesThatDrawOnTheTerminalAreEscaped() throws {
        #expect(try home.status("add-generic-password -a kim -s shop -l \u{1b}[31m -w x -A build.keychain") == 0)
        #expect(try !home.output("dump-keychain -a build.keychain").contains("description: \u{1b}"))
    }

    @Test func anUpdateReplacesLists() throws {
        for options in ["-T /bin/sh", "-U -A", "-U"] {
            #expect(try home.status("add-generic-password -a kim -s shop -w x \(options) build.keychain") == 0)
        }
        #expect(try home.output("dump-keychain -a build.keychain").hasSuffix(text("applications: <null>")))
    }

    @Test func aPartitionListTakesThePassword() throws {
        #expect(try home.status("add-generic-password -a kim -s shop -w x -T \"\" build.keychain") == 0)
        #expect(try home.status("add-generic-password -a robin -s shop -w x build.keychain") == 0)
        let before = try home.output("dump-keychain -a build.keychain")
        let command = "set-generic-password-partition-list -a kim -S apple-tool:,apple: "
        #expect(try home.status(command + "-k wrong build.keychain") == 51)
        #expect(try home.status(command + "build.keychain") == 0)
        #expect(try home.output("dump-keychain -a build.keychain") == before)
        for _ in 0..<2 { #expect(try home.status(command + "-k secret build.keychain") == 0) }
        let after = try home.output("dump-keychain -a build.keychain")
        let partition = """
                entry 3:
                    authorizations (1): partition_id
                    don't-require-password
                    description: apple-tool:,apple:
                    applications (0):

            """
        #expect(after.contains(text("applications (0):").replacing("access: 3", with: "access: 4") + partition))
        #expect(after.components(separatedBy: "partition_id").count == 2)
    }
}
