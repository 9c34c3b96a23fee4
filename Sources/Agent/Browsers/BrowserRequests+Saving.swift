import AgentProtocol
import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import Secrets

// What an extension saves: new logins, other passwords, and what the generator has made.

extension BrowserRequests {
    /// A login that is to be saved.
    struct NewLogin {
        /// Empty: the site.
        let title: String
        let username: String
        let password: Secret
    }

    /// Saves a new login for the site of a page.
    func saveLogin(_ save: WireBrowserRequest.Save, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let login = NewLogin(title: save.title, username: save.username, password: try password(of: client))
        return try self.save(login, Page(save.url), save.vault, session)
    }

    func save(_ login: NewLogin, _ page: Page, _ vaultName: String, _ session: ActiveSession) throws -> Answer {
        guard [login.title, login.username].allSatisfy({ $0.utf8.count <= Self.longestText }) else {
            throw BrowserRefusal(.failed, "a text has more than 1 KiB")
        }
        let vault = try openVault(vaultName, session)
        var item = VaultItem(.login, title: login.title.isEmpty ? page.site : login.title)
        item["username"] = .text(login.username)
        item["password"] = .secret(login.password)
        item.websites = [SavedWebsite(page.page.origin)]
        let saved = try vault.save(item)
        trashKept(login.password, page, session)
        return self.saved(saved, "save", page, vaultName, session)
    }

    /// Gives a login another password. It takes what filling it in would take.
    func updateLogin(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        return try update(request, page, password(of: client), session, client)
    }

    func update(
        _ request: WireBrowserRequest.Deed, _ page: Page, _ password: Secret, _ session: ActiveSession,
        _ client: Client
    ) throws -> Answer {
        let (vault, item) = try item(of: request, session)
        let deed = item.kind == .login ? BrowserDeed(item, on: page) : nil
        guard let deed else { throw BrowserRefusal(.cannotFill, "the item is no login") }
        try prove(deed, page, request, session, client)
        var current = try vault.item(item.id)
        guard BrowserDeed(current, on: page) == deed else { throw BrowserRefusal.changed }
        current["password"] = .secret(password)
        let saved = try vault.save(current)
        trashKept(password, page, session)
        return self.saved(saved, "update", page, request.vault, session)
    }

    /// The password that is to be saved.
    private func password(of client: Client) throws(BrowserRefusal) -> Secret {
        guard client.secret.secret.count > 0 else { throw BrowserRefusal(.failed, "the password is missing") }
        return Secret(client.secret.secret.copy())
    }

    /// Moves what the generator has kept for a page to the trash, once a login has it.
    private func trashKept(_ password: Secret, _ page: Page, _ session: ActiveSession) {
        for name in openVaults(session.pairing) {
            guard let vault = try? vaults?.vault(name),
                let kept = try? vault.overviews(VaultFilter(kind: .password))
            else { continue }
            for overview in kept where overview.subtitle == page.page.origin {
                // The login is saved; if this fails, the password is there twice.
                guard let item = try? vault.item(overview.id), item.secret("password") == password else { continue }
                try? vault.trash(item.id)
            }
        }
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
        var kept = WireBrowserReply.Item()
        if !request.vault.isEmpty {
            let vault = try openVault(request.vault, session)
            var item = VaultItem(.password, title: page.site)
            item["password"] = .secret(Secret(secret.copy()))
            item["made-for"] = .text(page.page.origin)
            try vault.save(item)
            (kept.vault, kept.id) = (request.vault, item.id.data)
            audit?.note(session.browser.program, "browser: generate for \(page.site)", group: request.vault)
        }
        return .parts(
            .browser(.with { $0.password = kept }), [secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    func openVault(_ name: String, _ session: ActiveSession) throws -> Vault {
        guard let vault = try vaults?.vault(name) else { throw KeychainError.unknownRequest }
        guard isOpen(name, session.pairing) else { throw BrowserRefusal.locked(name) }
        return vault
    }

    func saved(
        _ item: VaultItem, _ deed: String, _ page: Page, _ vault: String, _ session: ActiveSession
    ) -> Answer {
        audit?.note(session.browser.program, "browser: \(deed) for \(page.site)", group: vault)
        return .browser(
            .with {
                $0.saved = .with { ($0.vault, $0.id) = (vault, item.id.data) }
            })
    }
}
