import AgentProtocol
import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import Secrets

// One item: what of it is not secret, and single values for the clipboard and for large type.

extension BrowserRequests {
    /// Describes an item, without its secrets.
    func describe(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try request.page
        let (vault, item) = try item(of: request, session)
        try proveShowing(item, page, request, session, client)
        let current = try vault.item(item.id)
        audit?.note(session.browser.program, "browser: details", group: request.vault)
        return .browser(.with { $0.details = .init(current, in: request.vault) })
    }

    /// Gives one value of an item to the host, for the clipboard.
    func copy(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        try value(request, session, client) {
            .copy(of: $0)
        } reply: {
            $0.clip = .init()
        }
    }

    /// Gives one value of an item to the extension, which shows it in large type.
    func reveal(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        try value(request, session, client) {
            .display(of: $0)
        } reply: {
            $0.text = .init()
        }
    }

    private func value(
        _ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client,
        use: (String) -> BrowserDeed.Use, reply: (inout WireBrowserReply) -> Void
    ) throws -> Answer {
        guard (1...Self.longestText).contains(request.field.utf8.count) else { throw BrowserRefusal.noField }
        let page = try request.page
        let (vault, item) = try item(of: request, session)
        let value = try item.value(request.field)
        let deed = item.deed(on: page)
        if value.isShown(of: item.kind) {
            // A list shows it too.
            try proveShowing(item, page, request, session, client)
        } else {
            // Only what matches is counted: for the rest the user is asked each time.
            let counted = deed == .matchingLogin || deed == .framedLogin ? page : nil
            try prove(deed, counted, request, session, client, use(item.title))
        }
        let current = try vault.item(item.id)
        guard current.deed(on: page) == deed else { throw BrowserRefusal.changed }
        let secret: SecretBytes
        switch try current.value(request.field) {
        case .text(let text): secret = SecretBytes(copying: text.utf8)
        case .secret(let bytes): secret = bytes.copy()
        case .code(let code): secret = SecretBytes(copying: try codeNow(code, of: current, in: vault).code.utf8)
        }
        guard secret.count <= Self.longestValue else {
            throw BrowserRefusal(.failed, "the value is too long for a message to a browser")
        }
        noteGiven(deed, page?.site ?? "no page", request, session)
        return .parts(.browser(.with(reply)), [secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    /// A message has 1 MiB, and a byte of a text may become six.
    private static let longestValue = 128 << 10

    /// Has the user prove who they are if an item is shown that does not belong to the page, as a search for it would.
    private func proveShowing(
        _ item: VaultItem, _ page: Page?, _ request: WireBrowserRequest.Deed, _ session: ActiveSession,
        _ client: Client
    ) throws {
        guard !item.matches(page), let vault = try vaults?.vault(request.vault),
            proofs.isNeeded(.showAll, session.pairing, vault: request.vault, vault.lockEpoch)
        else { return }
        try proveShowing(in: request.vault, silent: request.silent, session, client)
    }
}

extension WireBrowserRequest.Deed {
    /// The page that it is for; `nil` if it is for none.
    fileprivate var page: BrowserRequests.Page? {
        get throws(BrowserRefusal) { url.isEmpty ? nil : try BrowserRequests.Page(url, top: top) }
    }
}

/// A single value of an item.
private enum ItemValue {
    case text(String)
    case secret(Secret)
    case code(OneTimeCode)

    /// Whether lists and details show it.
    func isShown(of kind: ItemKind) -> Bool {
        guard case .text = self else { return false }
        return kind.isShownInDetails
    }
}

extension ItemKind {
    /// Whether the texts of its items are shown without a proof for each: those of a card or a person are what pages are filled with.
    fileprivate var isShownInDetails: Bool { self == .login || self == .password }
}

extension VaultItem {
    fileprivate func matches(_ page: BrowserRequests.Page?) -> Bool { page.map { matches($0) } ?? false }

    /// What giving one of its values is.
    fileprivate func deed(on page: BrowserRequests.Page?) -> BrowserDeed {
        guard let page else { return BrowserDeed(kind, matches: false) ?? .otherItem }
        return BrowserDeed(self, on: page) ?? .otherItem
    }

    /// - Parameter name: as messages have it: `password`, `username`, `code`, `notes`, or the identifier of a field.
    fileprivate func value(_ name: String) throws(BrowserRefusal) -> ItemValue {
        if name == "code" {
            guard let code = try oneTimeCode() else { throw .noCode }
            return .code(code)
        }
        if name == "notes", let notes, !notes.isEmpty { return .secret(notes) }
        guard let field = allFields.first(where: { $0.id == name }), !field.value.isEmpty else { throw .noField }
        // What codes are made of stays here.
        guard !field.kind.makesOneTimeCodes, field.kind.isShown else { throw .noField }
        return switch field.value {
        case .text(let text): .text(text)
        case .secret(let secret): .secret(secret)
        }
    }
}

extension WireBrowserReply.Details {
    private static let mostFields = 500

    fileprivate init(_ item: VaultItem, in vault: String) {
        self.init()
        self.item = .with {
            ($0.vault, $0.id, $0.kind) = (vault, item.id.data, item.kind.name)
            $0.title = WireBrowserReply.Item.shortened(item.title)
            let name = item.kind.isShownInDetails ? item.kind.subtitle.flatMap { item.text($0) } : nil
            $0.username = WireBrowserReply.Item.shortened(name ?? "")
            $0.offersCode = item.allFields.contains { $0.kind.makesOneTimeCodes && !$0.value.isEmpty }
        }
        websites = item.websites.prefix(BrowserRequests.mostItems).map { WireBrowserReply.Item.shortened($0.address) }
        hasNotes_p = item.notes.map { !$0.isEmpty } ?? false
        fields = item.allFields.filter { !$0.value.isEmpty && $0.kind.isShown }.prefix(Self.mostFields).map { field in
            .with {
                ($0.id, $0.label) = (field.id, WireBrowserReply.Item.shortened(field.label))
                $0.kind = field.kind.name
                guard item.kind.isShownInDetails, case .text(let text) = field.value else {
                    $0.isSecret = true
                    return
                }
                $0.value = WireBrowserReply.Item.shortened(text)
            }
        }
        created = Int64(item.created.timeIntervalSince1970)
        changed = Int64(item.changed.timeIntervalSince1970)
        let former = item.history.first { $0.field == "password" }
        passwordChanged = former.map { Int64($0.until.timeIntervalSince1970) } ?? created
    }
}

extension BrowserRefusal {
    fileprivate static let noField = BrowserRefusal(.notFound, "the item has no such value")
}
