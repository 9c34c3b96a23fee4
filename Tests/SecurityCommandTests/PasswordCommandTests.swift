import Foundation
import KeychainServices
import Testing

@testable import SecurityCommand

/// Passwords by the options of macOS's command, and what it prints.
@Suite struct PasswordCommandTests {
    private let command: CommandUnderTest
    init() throws { command = try CommandUnderTest() }

    @Test(arguments: [
        ("text", "\"text\""), ("a\\b", "0x615C62  \"a\\134b\""), ("ä", "0xC3A4 "), ("ä!", "0xC3A421  \"\\303\\244!\""),
        ("", ""), ("\u{1}", "0x01 "),
    ])
    func valuesArePrinted(_ value: String, as expected: String) {
        #expect(ValueText.text(of: Array(value.utf8)) == expected)
    }

    @Test func passwordIsStoredAndFound() throws {
        #expect(try command.run("add-generic-password", "-a", "kim", "-s", "mail", "-w", "geheim").status == 0)
        let alone = try command.run("find-generic-password", "-a", "kim", "-s", "mail", "-w")
        #expect(alone.status == 0 && alone.console.text == "geheim\n" && alone.console.complaints.isEmpty)
        let both = try command.run("find-generic-password", "-gs", "mail")
        #expect(both.console.complaints == "password: \"geheim\"\n")
        let lines = both.console.text.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(6).elementsEqual([
                "keychain: \"/u/Library/Keychains/login.keychain-db\"", "version: 512", "class: \"genp\"",
                "attributes:", "    0x00000007 <blob>=\"mail\"", "    0x00000008 <blob>=<NULL>",
            ]))
        #expect(lines.contains("    \"acct\"<blob>=\"kim\"") && lines.contains("    \"crtr\"<uint32>=<NULL>"))
        #expect(lines.contains { $0.hasPrefix("    \"cdat\"<timedate>=0x32") && $0.hasSuffix("Z\\000\"") })
    }

    @Test(arguments: [("ä", "c3a4\n"), ("", "\n"), ("a b\\", "a b\\\n")])
    func passwordAloneIsHexadecimalUnlessItIsPlain(_ password: String, prints expected: String) throws {
        _ = try command.run("add-generic-password", "-a", "kim", "-s", "mail", "-w", password)
        #expect(try command.run("find-generic-password", "-w").console.text == expected)
    }

    @Test func whatIsMissingOrThereTwiceHasItsStatus() throws {
        let missing = try command.run("find-generic-password", "-s", "none")
        #expect(missing.status == 44)
        #expect(
            missing.console.complaints
                == "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n")
        for expected in [Int32(0), 45] {
            let added = try command.run("add-generic-password", "-a", "kim", "-s", "mail", "-w", "x")
            #expect(added.status == expected)
            guard expected != 0 else { continue }
            #expect(
                added.console.complaints == "security: SecKeychainItemCreateFromContent (<default>): "
                    + "The specified item already exists in the keychain.\n")
        }
        #expect(try command.run("find-generic-password", "-s", "mail", "other.keychain").status == 50)
    }

    @Test(arguments: [
        ["add-generic-password", "-a", "kim"], ["add-generic-password", "-s", "mail"], ["delete-generic-password"],
        ["add-generic-password", "-a", "kim", "-s", "mail", "-X", "zz"], ["find-generic-password", "-z"],
        ["add-internet-password", "-a", "kim", "-s", "mail", "-P", "65536"],
    ])
    func argumentsThatAreNotTakenHaveStatusTwo(_ arguments: [String]) throws {
        let console = RecordingConsole()
        let choice = KeychainChoice(group: "chatelaine", home: "/u") { [keychain = command.keychain] in keychain }
        #expect(try SecurityCommand(console: console, keychains: choice).run(arguments) == 2)
        #expect(console.complaints.contains("Usage: \(arguments[0])") && console.text.isEmpty)
    }

    @Test func passwordIsAskedForTwice() throws {
        let added = try command.run(
            "add-generic-password", "-a", "kim", "-s", "mail", "-w", answers: ["one", "two", "same", "same"])
        #expect(added.status == 0 && added.console.complaints == "passwords don't match\n")
        #expect(
            added.console.prompts.prefix(2).elementsEqual([
                "password data for new item: ", "retype password for new item: ",
            ]))
        #expect(try command.run("find-generic-password", "-w").console.text == "same\n")
        let never = try command.run(
            "add-generic-password", "-a", "joe", "-s", "mail", "-w", answers: ["1", "2", "1", "2", "1", "2", "1", "1"])
        #expect(never.status == 1)
        #expect(try command.run("find-generic-password", "-a", "joe").status == 44)
    }

    @Test func itemIsChangedOrMade() throws {
        for password in ["old", "new"] {
            #expect(
                try command.run("add-generic-password", "-U", "-a", "kim", "-s", "mail", "-l", password, "-w", password)
                    .status == 0)
        }
        let found = try command.keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
        #expect(found.map(\.data) == [Data("new".utf8)] && found.first?[.label] == .string("new"))
    }

    @Test func hexadecimalWithAnOddNumberOfDigitsGetsAZero() throws {
        _ = try command.run("add-generic-password", "-a", "kim", "-s", "mail", "-X", "161")
        #expect(try command.run("find-generic-password", "-w").console.text == "0161\n")
    }

    @Test func passwordIsShownAndDeleted() throws {
        _ = try command.run("add-internet-password", "-a", "kim", "-s", "host", "-P", "80", "-r", "htps", "-w", "x")
        let deleted = try command.run("delete-internet-password", "-s", "host")
        #expect(deleted.status == 0 && deleted.console.complaints == "password has been deleted.\n")
        #expect(deleted.console.text.contains("    \"port\"<uint32>=0x00000050  \"\\000\\000\\000P\"\n"))
        #expect(deleted.console.text.contains("    \"ptcl\"<uint32>=\"htps\"\n"))
        #expect(deleted.console.text.contains("    \"atyp\"<blob>=\"dflt\"\n"))
        #expect(try command.run("delete-internet-password", "-s", "host").status == 44)
    }
}
