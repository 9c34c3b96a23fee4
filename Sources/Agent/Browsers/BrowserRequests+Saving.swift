import AgentProtocol
import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import Secrets

// What an extension saves: new logins, other passwords, and what the generator has made.

extension BrowserRequests {
    /// Saves a new login for the site of a page.
    func saveLogin(_ save: WireBrowserRequest.Save, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(save.url)
        guard [save.title, save.username].allSatisfy({ $0.utf8.count <= Self.longestText }),
            client.secret.secret.count > 0
        else { throw BrowserRefusal(.failed, "the password is missing, or a text has more than 1 KiB") }
        let vault = try openVault(save.vault, session)
        var item = VaultItem(.login, title: save.title.isEmpty ? page.site : save.title)
        item["username"] = .text(save.username)
        item["password"] = .secret(Secret(client.secret.secret.copy()))
        item.websites = [SavedWebsite(page.page.origin)]
        return try saved(vault.save(item), "save", page, save.vault, session)
    }

    /// Gives a login another password. It takes what filling it in would take.
    func updateLogin(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        guard client.secret.secret.count > 0 else { throw BrowserRefusal(.failed, "the password is missing") }
        let (vault, item) = try item(of: request, session)
        let deed = item.kind == .login ? BrowserDeed(item, on: page) : nil
        guard let deed else { throw BrowserRefusal(.cannotFill, "the item is no login") }
        try prove(deed, page, request, session, client)
        var current = try vault.item(item.id)
        guard BrowserDeed(current, on: page) == deed else { throw BrowserRefusal.changed }
        current["password"] = .secret(Secret(client.secret.secret.copy()))
        return try saved(vault.save(current), "update", page, request.vault, session)
    }

    /// Makes a password that the site's rules allow, and keeps it in a vault if the extension names one: it is not lost if the page is.
    func generatePassword(_ request: WireBrowserRequest.Generate, _ session: ActiveSession) throws -> Answer {
        let page = try Page(request.url)
        let secret: SecretBytes
        do throws(PasswordOptionsError) {
            let options = try RandomPasswordOptions(PasswordRules(parsing: request.rules))
            secret = try PasswordGenerator().password(options).takeSecret()
        } catch {
            throw BrowserRefusal(.failed, error.reason, remedy: "generate it without the rules of the site")
        }
        if !request.vault.isEmpty {
            let vault = try openVault(request.vault, session)
            var item = VaultItem(.password, title: page.site)
            item["password"] = .secret(Secret(secret.copy()))
            item["made-for"] = .text(page.page.origin)
            try vault.save(item)
            audit?.note(session.browser.program, "browser: generate for \(page.site)", group: request.vault)
        }
        return .parts(
            .browser(.with { $0.password = .init() }), [secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    private func openVault(_ name: String, _ session: ActiveSession) throws -> Vault {
        guard let vault = try vaults?.vault(name) else { throw KeychainError.unknownRequest }
        guard isOpen(name, session.pairing) else { throw BrowserRefusal.locked(name) }
        return vault
    }

    private func saved(
        _ item: VaultItem, _ deed: String, _ page: Page, _ vault: String, _ session: ActiveSession
    ) -> Answer {
        audit?.note(session.browser.program, "browser: \(deed) for \(page.site)", group: vault)
        return .browser(
            .with {
                $0.saved = .with {
                    $0.vault = vault
                    $0.id = withUnsafeBytes(of: item.id.uuid) { Data($0) }
                }
            })
    }
}
