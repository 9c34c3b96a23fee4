import AppTesting
import Foundation
import Glibc
import PasswordVerifier
import Testing

@testable import ACME

/// The file with the accounts, written by the program or by another.
@Suite struct AccountFileTests {
    private let directory: TemporaryDirectory
    private var home: String { directory.path }
    private var path: String { home + "/acme/accounts.json" }
    private let password = Data("Coyote7".utf8)

    init() throws { directory = try TemporaryDirectory(mode: 0o700) }

    private var file: AccountFile { AccountFile(["XDG_DATA_HOME": home]) }

    private func verifier() throws -> PasswordVerifier { try #require(PasswordVerifier(of: password)) }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: home + "/acme", withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o600)
    }

    private func list(_ verifier: String, username: String = "wendy") -> String {
        #"{"version":1,"accounts":[{"username":"\#(username)","firstname":"","lastname":"","verifier":"\#(verifier)"}]}"#
    }

    @Test func accountFileIsPrivateAndHasNoPassword() async throws {
        let accounts = Accounts(file)
        try await accounts.register("wendy", firstname: "Wendy", lastname: "", password: password)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(home + "/acme", &status) == 0 && status.st_mode & 0o777 == 0o700)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("$argon2id$") && !text.contains("Coyote7"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/acme") == ["accounts.json"])
        #expect(try await accounts.logIn("WENDY", password).name == "Wendy")
        // One password has another verifier each time.
        let verifiers = [try verifier(), try verifier()]
        #expect(verifiers[0] != verifiers[1])
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func malformedAccountFileIsKept() async throws {
        let good = try verifier().text
        let long = String(repeating: "w", count: 65)
        let contents = [
            "", "{", "[]", #"{"version":1}"#, #"{"version":2,"accounts":[]}"#, list("secret"), list("$argon2id$"),
            list(good.replacing("$m=262144,", with: "$m=4194304,")), list(good.replacing(",t=3,", with: ",t=9999,")),
            list(good, username: ""), list(good, username: long), list(good, username: "a\\nb"),
            list(good).replacing(#""accounts":["#, with: #""accounts":[["#),
            String(repeating: " ", count: AccountFile.limit) + #"{"version":1,"accounts":[]}"#,
            String(repeating: "[", count: 100_000),
        ]
        for content in contents {
            try write(content)
            let accounts = Accounts(file)
            await #expect(throws: AccountError.damaged(path: path), "\(content.prefix(80))") {
                try await accounts.register("wile", firstname: "", lastname: "", password: password)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
        }
        try write(list(good))
        #expect(try await Accounts(file).logIn("wendy", password).username == "wendy")
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func fileThatOthersMayWriteIsRefused() async throws {
        try write(list(verifier().text))
        chmod(path, 0o620)
        await #expect(throws: AccountError.exposed(path: path)) { try await Accounts(file).logIn("wendy", password) }
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func nonFileIsRefusedAtOnce() async throws {
        try FileManager.default.createDirectory(atPath: home + "/acme", withIntermediateDirectories: true)
        mkfifo(path, 0o600)
        await #expect(throws: AccountError.damaged(path: path)) { try await Accounts(file).logIn("wendy", password) }
        unlink(path)
        symlink("/etc/passwd", path)
        await #expect(throws: AccountError.system(path: path, ELOOP)) {
            try await Accounts(file).logIn("wendy", password)
        }
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func accountsRequireADirectory() async throws {
        for variables in [[:], ["HOME": "relative"], ["HOME": "", "XDG_DATA_HOME": "x"]] {
            await #expect(throws: AccountError.noHome) {
                try await Accounts(AccountFile(variables)).logIn("wendy", password)
            }
        }
    }

    /// Two programs that change it at once lose nothing.
    @Test func changesAtOnceAreAllKept() async throws {
        let made = try verifier()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [file] in
                    try? file.change { accounts throws(AccountError) in
                        accounts.append(
                            Account(username: "user\(number)", firstname: "", lastname: "", verifier: made))
                    }
                }
            }
        }
        #expect(try Set(file.accounts().map(\.username)).count == 8)
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func numberOfAccountsIsLimited() throws {
        let account = try Account(username: "w", firstname: "", lastname: "", verifier: verifier())
        #expect(throws: AccountError.full) {
            try file.change { accounts throws(AccountError) in
                accounts = Array(repeating: account, count: AccountFile.mostAccounts + 1)
            }
        }
        #expect(try file.accounts().isEmpty)
        try? FileManager.default.removeItem(atPath: home)
    }
}
