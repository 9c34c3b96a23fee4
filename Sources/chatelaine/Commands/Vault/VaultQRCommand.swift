import ArgumentParser
import Foundation
import Glibc
import PasswordVault
import Secrets

struct VaultQRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Shows the secret of an item's one-time codes as a QR code, for another device.",
        discussion: """
            Any person who sees the picture can make the same codes. Goes to a terminal only, unless --force is given.

            Example:
              chatelaine vault qr "My bank"
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Flag(name: .shortAndLong, help: "Print it wherever standard output goes.") var force = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        guard force || isatty(STDOUT_FILENO) == 1 else {
            throw Failure.usage("standard output is not a terminal", remedy: "run it on one, or insist with --force")
        }
        let vault = try VaultSession.unlocked(options).vault
        let item = try ItemFinder.item(item, in: vault)
        let code = try OneTimeCode.parse(ItemCode.secret(of: item).secret.copy())
        let picture = try QRCode(encoding: Self.named(code, item).uri()).terminalText()
        try picture.withUnsafeBytes { try StandardStreams.write(Data($0)) }
    }

    /// Returns the code with the item's title and username if the code itself does not name its account.
    private static func named(_ code: OneTimeCode, _ item: VaultItem) throws -> OneTimeCode {
        guard code.settings.issuer == nil, code.settings.account == nil else { return code }
        var settings = code.settings
        (settings.issuer, settings.account) = (item.title, item.text("username"))
        return try OneTimeCode(secret: code.secret.copy(), settings: settings)
    }
}
