import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault

struct VaultRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Gives a vault another name.",
        discussion: """
            The vault is then locked. The permissions and refusals of programs for either name are removed: they have to ask again. \
            With an agent, this command requires the master password.

            Example:
              chatelaine vault rename work acme
            """
    )

    @Argument(help: "The vault's name.", completion: VaultCompletion.vaults) var name: String
    @Argument(help: "The new name.") var newName: String
    @Flag(help: "Always read the master password from the first line of standard input, even if it is not needed.")
    var passwordStdin = false
    @Flag(help: .vaultJSON) var json = false

    func run() throws {
        let naming = try VaultNaming(name, passwordStdin: passwordStdin)
        guard try naming.directory.vaultNames().contains(name) else {
            throw try VaultAccess.absent(
                name, in: naming.directory, KeychainError(.noSuchKeychain, "there is no vault “\(name)”"))
        }
        try naming.perform { try $0.renameVault(name, to: newName) }
        guard !json else { return try VaultJSON.print([("done", .string("renamed")), ("vault", .string(newName))]) }
        StandardStreams.complain("the vault \(UntrustedText.forTerminal(name)) is \(newName) now\n")
    }
}

struct VaultDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes a vault, and keeps a copy for \(Vault.deletedDays) days.",
        discussion: """
            Asks first; without a terminal it needs --yes. “chatelaine vault undelete” brings the copy back, and “chatelaine doctor” lists \
            the copies that there are. The master password that the vault has now opens its copy; “chatelaine passcode change --compromised” \
            and erasing after ten wrong passcodes remove all copies.

            With --now there is no copy, and copies of earlier vaults with the name are removed too. With an agent that takes the \
            master password, or the keychain's passcode where only a copy is left.

            Examples:
              chatelaine vault delete work
              chatelaine vault delete work --now
            """
    )

    @Argument(help: "The vault's name.", completion: VaultCompletion.vaults) var name: String
    @Flag(help: "Keep no copy, and remove earlier ones.") var now = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @Flag(help: "Always read the master password from the first line of standard input, even if it is not needed.")
    var passwordStdin = false
    @Flag(help: .vaultJSON) var json = false

    func run() throws {
        let naming = try VaultNaming(name, passwordStdin: passwordStdin)
        let hasVault = try naming.directory.vaultNames().contains(name)
        let hasCopy = try naming.directory.deletedVaultCopies().contains { $0.name == name }
        guard hasVault || now && hasCopy else {
            throw Failure(
                .failed, "there is no vault “\(name)”",
                remedy: hasCopy
                    ? "it is deleted; to remove its copy: chatelaine vault delete \(name) --now"
                    : "see which there are: chatelaine vault status")
        }
        let expires = DeletedVault(name: name, deleted: Date()).expires
        if !yes { try confirm(hasVault: hasVault, until: expires) }
        try naming.perform { try $0.deleteVault(name, keepingCopy: !now) }
        guard !json else {
            return try VaultJSON.print([
                ("done", .string("deleted")), ("vault", .string(name)),
                ("copyUntil", now ? .null : .string(DateText.text(expires))),
            ])
        }
        StandardStreams.complain(
            now
                ? "deleted the vault \(UntrustedText.forTerminal(name)); nothing of it is left\n"
                : "deleted the vault \(UntrustedText.forTerminal(name)); a copy is kept until \(DateText.day(expires)), to have it back: "
                    + "chatelaine vault undelete \(UntrustedText.forTerminal(name))\n")
    }

    private func confirm(hasVault: Bool, until expires: Date) throws {
        guard let terminal = Terminal() else {
            throw Failure(
                .usage, "the vault would be deleted, and there is no terminal to ask on",
                remedy: "if you mean it, add --yes")
        }
        let vault = "\(hasVault ? "the vault" : "the copy of the deleted vault") “\(UntrustedText.forTerminal(name))”"
        let question =
            now
            ? "Permanently delete \(vault) and every copy of it?"
            : "Delete \(vault)? A copy is kept until \(DateText.day(expires)): till then the master password that it has now opens it."
        guard try terminal.agrees(to: question) else {
            throw Failure(.cancelled, "nothing was deleted", remedy: "answer with y")
        }
    }
}

struct VaultUndeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete",
        abstract: "Brings a deleted vault back.",
        discussion: """
            The newest copy, if there are several. It is locked, and its master password is the one that it had.

            Example:
              chatelaine vault undelete work
            """
    )

    @Argument(help: "The name that the vault had.", completion: VaultCompletion.deletedVaults) var name: String
    @Flag(help: .vaultJSON) var json = false

    func run() throws {
        try VaultAccess.directory().undeleteVault(name)
        guard !json else {
            return try VaultJSON.print([("done", .string("brought back")), ("vault", .string(name))])
        }
        StandardStreams.complain("the vault \(UntrustedText.forTerminal(name)) is back; it is locked\n")
    }
}

/// A change of a vault's name, with what an agent wants to see for it.
private struct VaultNaming {
    let directory: any VaultDirectoryService
    private let name: String
    private let passwordStdin: Bool

    init(_ name: String, passwordStdin: Bool) throws {
        directory = try VaultAccess.directory()
        (self.name, self.passwordStdin) = (name, passwordStdin)
    }

    /// Runs `body`; where the agent wants the master password for it, or the passcode for what has none any more, asks for it and runs it again.
    func perform(_ body: (any VaultDirectoryService) throws -> Void) throws {
        do {
            try body(directory)
        } catch let error as KeychainError where error.code == .interactionNotAllowed {
            if try directory.vaultNames().contains(name) {
                var options = try VaultOptions.parse(["--vault", name])
                options.passwordStdin = passwordStdin
                try VaultSession(options).unlock()
            } else {
                guard let terminal = Terminal() else { throw error }
                let agent = try AgentSession.administration()
                try Session.ask(terminal, "Passcode of the keychain: ") { try agent.show(passcode: $0) }
            }
            try body(directory)
        }
    }
}
