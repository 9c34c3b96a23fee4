import BusTesting
import DBus
import Foundation
import LinuxSupport
import PasswordVault
import SecretServiceClient
import TestSupport
import Testing

@testable import VaultExchange

/// The real gnome-keyring on a bus of the test's own, filled by the real secret-tool.
@Suite(
    .enabled(
        if: BusDaemon.isInstalled && ChildProcess.isInstalled("gnome-keyring-daemon")
            && ChildProcess.isInstalled("secret-tool"))
) struct KeyringImportTests {
    private let home: TemporaryDirectory
    private let bus: BusDaemon
    private let keyring: ChildProcess
    private let variables: [String: String]

    init() throws {
        home = try TemporaryDirectory()
        bus = try BusDaemon(.open(.session))
        variables = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_DATA_HOME": home("data"),
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": "/usr/bin:/bin",
        ]
        keyring = try ChildProcess(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], variables: variables,
            input: .text("keyring password"), errors: .null)
        // It prints where it listens once it has the name.
        _ = keyring.line()
    }

    private func store(_ label: String, _ secret: String, _ attributes: String...) throws {
        let tool = try ChildProcess(
            ["secret-tool", "store", "--label=\(label)"] + attributes, variables: variables, input: .text(secret))
        try #require(tool.wait() == 0)
    }

    @Test func itemsOfTheKeyringBecomeLoginsAndPasswords() throws {
        defer { keyring.end(SIGKILL) }
        try store("Mail of Maria", "pa55 wörd", "server", "mail.example", "user", "maria", "protocol", "imap")
        try store("Key of a program", "token", "xdg:schema", "org.example.Program", "id", "7")
        let content = try KeyringImport.read(SecretService(BusAddress(bus.address)), ImportContext())
        #expect(content.remarks.isEmpty)
        let items = content.items.map(\.item)
        #expect(Set(items.map(\.title)) == ["Mail of Maria", "Key of a program"])
        let mail = try #require(items.first { $0.title == "Mail of Maria" })
        #expect(mail.kind == .login)
        #expect(mail.text("username") == "maria")
        #expect(mail.secret("password") == Secret("pa55 wörd"))
        #expect(mail.websites.map(\.address) == ["mail.example"])
        #expect(mail.fields.contains { $0.label == "protocol" && $0.value == .text("imap") })
        let program = try #require(items.first { $0.title == "Key of a program" })
        #expect(program.kind == .password)
        #expect(program.fields.contains { $0.label == "id" && $0.value == .text("7") })
        #expect(content.items.allSatisfy { $0.changed != nil })
    }

    @Test func busWithoutAKeyringIsAnError() throws {
        defer { keyring.end(SIGKILL) }
        let empty = try BusDaemon(.open(.session))
        #expect(throws: SecretServiceError.self) { try SecretService(BusAddress(empty.address)) }
        #expect(throws: SecretServiceError.self) { try SecretService(nil) }
    }
}
