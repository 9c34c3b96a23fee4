import Foundation
import KeychainServices
import Testing

@testable import SecurityCommand

/// Keychains by name and path: their life, locks, lists and settings.
@Suite(.timeLimit(.minutes(60))) struct KeychainCommandTests {
    private let home: ScriptHome
    init() throws { home = try ScriptHome() }

    @Test func keychainIsMadeOnceAndDeletedOnce() throws {
        #expect(try home.status("create-keychain -p sesame build.keychain") == 0)
        #expect(FileManager.default.fileExists(atPath: home("Library/Keychains/build.keychain-db")))
        let again = try home.run("create-keychain -p sesame build.keychain")
        #expect(
            again.status == 48 && again.console.complaints.hasPrefix("security: SecKeychainCreate build.keychain: "))
        #expect(try home.status("delete-keychain build.keychain") == 0)
        #expect(!FileManager.default.fileExists(atPath: home("Library/Keychains/build.keychain-db")))
        #expect(try home.status("delete-keychain build.keychain") == 50)
        #expect(try home.output("list-keychains").split(separator: "\n").count == 1)
    }

    @Test func nameAndPasswordAreAskedFor() throws {
        let made = try home.run("create-keychain", answers: ["build.keychain", "one", "two", "same", "same"])
        #expect(made.status == 0 && made.console.complaints == "passwords don't match\n")
        #expect(
            made.console.prompts.prefix(3).elementsEqual([
                "keychain to create: ", "password for new keychain: ", "retype password for new keychain: ",
            ]))
        let unlocked = try home.run("unlock-keychain build.keychain", answers: ["same"])
        #expect(unlocked.status == 0 && unlocked.console.prompts == ["password to unlock build.keychain: "])
        #expect(try home.status("unlock-keychain build.keychain") == 255)
        #expect(try home.status("create-keychain other.keychain", answers: ["1", "2", "1", "2", "1", "2"]) == 1)
    }

    @Test func wrongPasswordDoesNotUnlock() throws {
        _ = try home.run("create-keychain -p sesame build.keychain")
        #expect(try home.status("lock-keychain build.keychain") == 0)
        #expect(try home.status("show-keychain-info build.keychain") == 36)
        let wrong = try home.run("unlock-keychain -p wrong build.keychain")
        let text = "The user name or passphrase you entered is not correct."
        #expect(wrong.status == 51)
        #expect(wrong.console.complaints == "security: SecKeychainUnlock build.keychain: \(text)\n")
        #expect(try home.status("add-generic-password -a kim -s mail -w x build.keychain") == 36)
        #expect(try home.status("unlock-keychain -p sesame build.keychain") == 0)
        #expect(try home.status("add-generic-password -a kim -s mail -w x build.keychain") == 0)
        #expect(try home.output("find-generic-password -w build.keychain") == "x\n")
        // What is in one keychain is not in the other.
        #expect(try home.status("find-generic-password -w login.keychain") == 44)
    }

    @Test func passwordIsChanged() throws {
        _ = try home.run("create-keychain -p old build.keychain")
        #expect(try home.status("set-keychain-password -o wrong -p new build.keychain") == 51)
        let changed = try home.run("set-keychain-password build.keychain", answers: ["old", "new", "new"])
        #expect(changed.status == 0)
        #expect(changed.console.prompts == ["Old Password: ", "New Password: ", "Retype New Password: "])
        _ = try home.run("lock-keychain build.keychain")
        #expect(try home.status("unlock-keychain -p old build.keychain") == 51)
        #expect(try home.status("unlock-keychain -p new build.keychain") == 0)
    }

    @Test func lockedKeychainHidesNoOtherInADump() throws {
        for name in ["one", "two"] {
            _ = try home.run("create-keychain -p sesame \(name).keychain")
            _ = try home.run("add-generic-password -a kim -s in-\(name) -w x \(name).keychain")
        }
        _ = try home.run("lock-keychain one.keychain")
        let dumped = try home.run("dump-keychain one.keychain two.keychain")
        #expect(dumped.status == 36 && dumped.console.text.contains("in-two"))
        #expect(!dumped.console.text.contains("in-one"))
        #expect(try home.status("create-keypair -a rsa -s 2048 -k two.keychain pair") == 0)
        #expect(try home.output("find-key -l pair one.keychain two.keychain").contains("pair"))
        #expect(try home.status("find-key -l pair one.keychain") == 36)
    }

    @Test func fileWithoutAnEndIsNotReadToItsEnd() throws {
        _ = try home.run("create-keychain -p sesame build.keychain")
        let ended = try home.run("import /dev/zero -k build.keychain")
        #expect(ended.status == 1 && ended.console.complaints == "security: “/dev/zero” is larger than 16 MiB\n")
    }

    @Test func settingsAreShownOnStandardError() throws {
        _ = try home.run("create-keychain -p sesame build.keychain")
        let cases = [
            ("-lut 21600", " lock-on-sleep use-lock-interval timeout=21600s"),
            ("-t 60", " use-lock-interval timeout=60s"),
            ("-u", " no-timeout"), ("-l", " lock-on-sleep no-timeout"), ("", " no-timeout"),
        ]
        for (options, expected) in cases {
            #expect(try home.status("set-keychain-settings \(options) build.keychain") == 0)
            let shown = try home.run("show-keychain-info build.keychain")
            #expect(
                shown.console.complaints == "Keychain \"build.keychain\"\(expected)\n" && shown.console.text.isEmpty)
        }
        #expect(try home.status("set-keychain-settings -t soon build.keychain") == 2)
        #expect(try home.status("show-keychain-info none.keychain") == 50)
    }

    @Test func listsArePrintedAndSet() throws {
        let login = "    \"\(home("Library/Keychains/login.keychain-db"))\"\n"
        let build = "    \"\(home("Library/Keychains/build.keychain-db"))\"\n"
        #expect(try home.output("list-keychains") == login)
        _ = try home.run("create-keychain -p sesame build.keychain")
        #expect(try home.output("list-keychains -d user") == login + build)
        #expect(try home.status("list-keychains -d user -s build.keychain login.keychain") == 0)
        #expect(try home.output("list-keychains") == build + login)
        #expect(try home.status("list-keychains -s") == 0)
        #expect(try home.output("list-keychains").isEmpty)
        #expect(try home.output("list-keychains -d sys").isEmpty)
        #expect(try home.status("list-keychains -d moon") == 2)
        #expect(try home.output("default-keychain") == login)
        #expect(try home.status("default-keychain -s none.keychain") == 1)
        #expect(try home.status("default-keychain -d user -s build.keychain") == 0)
        #expect(try home.output("default-keychain") == build && home.output("login-keychain") == login)
        #expect(try home.status("default-keychain -d system") == 1)
        // New items go into the default keychain.
        #expect(try home.status("add-generic-password -a kim -s mail -w x") == 0)
        #expect(try home.status("find-generic-password build.keychain") == 0)
        #expect(try home.keychain.items(matching: Query(.genericPassword)).isEmpty)
    }

    @Test func lockedKeychainOfTheListHidesNothingOfTheOthers() throws {
        _ = try home.run("create-keychain -p sesame build.keychain")
        _ = try home.run("list-keychains -s build.keychain login.keychain")
        _ = try home.run("lock-keychain build.keychain")
        #expect(try home.status("find-generic-password -s mail") == 36)
        _ = try home.run("add-generic-password -a kim -s mail -w x")
        #expect(try home.output("find-generic-password -s mail -w") == "x\n")
    }

    @Test func rootsAreReadOnly() throws {
        let roots = KeychainChoice.rootsPath
        for line in [
            "add-generic-password -a kim -s mail -w x", "unlock-keychain -p x", "lock-keychain", "delete-keychain",
            "set-keychain-settings",
        ] {
            #expect(try home.status("\(line) \(roots)") == 52, "\(line)")
        }
    }
}
