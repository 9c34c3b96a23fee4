import AgentProtocol
import Foundation

/// The members of all types of messages. Those that a type does not have are ignored.
struct BrowserMembers: Decodable {
    struct Problem: Error { let reason: String }

    let key: String?
    let signature: String?
    let name: String?
    let vault: String?
    let item: String?
    let url: String?
    let top: String?
    let text: String?
    let page: String?
    let silent: Bool?
    let title: String?
    let username: String?
    let password: String?
    let rules: String?
    let field: String?
    let newPassword: Bool?
    let offer: String?
    let deed: String?
    let remove: Bool?
    let realm: String?
    let proxy: Bool?

    func action(_ kind: BrowserRequestKind, _ extensionID: String) throws(Problem) -> BrowserMessage.Action {
        switch kind {
        case .cancel: return .cancel
        case .hello:
            let key = try bytes(key, "key", count: 65)
            return .request(.hello(.with { ($0.extension, $0.publicKey) = (extensionID, key) }))
        case .prove: return .request(.prove(try bytes(signature, "signature", count: 64)))
        case .pair:
            let (key, name) = (try bytes(key, "key", count: 65), try text(name ?? "", "name"))
            return .request(.pair(.with { ($0.extension, $0.publicKey, $0.name) = (extensionID, key, name) }))
        case .status: return .request(.state(.init()))
        case .unlock: return .request(.unlock(try text(vault, "vault")))
        case .matches:
            let (url, top) = (try address(), try topAddress())
            guard !top.isEmpty else { return .request(.matches(url)) }
            return .request(.matchesInFrame(.with { ($0.url, $0.top) = (url, top) }))
        case .read:
            let (url, top, page) = (try address(), try topAddress(), try model())
            return .request(.read(.with { ($0.url, $0.top, $0.page) = (url, top, page) }))
        case .search:
            let words = try text(text ?? "", "text")
            return .request(.search(.with { ($0.text, $0.silent) = (words, silent ?? false) }))
        case .fill:
            var deed = try pageDeed()
            deed.page = try model()
            return .request(deed.top.isEmpty ? .fill(deed) : .fillInFrame(deed))
        case .code:
            let deed = try pageDeed()
            return .request(deed.top.isEmpty ? .oneTimeCode(deed) : .oneTimeCodeInFrame(deed))
        case .save:
            let (vault, url, title) = (try text(vault, "vault"), try address(), try text(title ?? "", "title"))
            let (username, secret) = (try text(username ?? "", "username"), try sentPassword())
            let save = WireBrowserRequest.Save.with {
                ($0.vault, $0.url, $0.title, $0.username) = (vault, url, title, username)
            }
            return .request(.save(save), secret: secret)
        case .update: return .request(.update(try pageDeed()), secret: try sentPassword())
        case .generate:
            let (vault, url) = (try text(vault ?? "", "vault"), try address())
            guard rules?.utf8.count ?? 0 <= BrowserMessage.Limits.password else {
                throw Problem(reason: "“rules” has more than 4 KiB")
            }
            return .request(.generate(.with { ($0.vault, $0.url, $0.rules) = (vault, url, rules ?? "") }))
        case .copy: return .request(.copy(try itemDeed(named: try text(field, "field"))))
        case .details: return .request(.details(try itemDeed()))
        case .reveal: return .request(.reveal(try itemDeed(named: try text(field, "field"))))
        case .offer, .offers, .answer, .never, .nevers: return try offerAction(kind)
        case .addWebsite: return .request(.addWebsite(try pageDeed()))
        case .credentials:
            let (deed, realm) = (try pageDeed(), try text(realm ?? "", "realm"))
            return .request(
                .credentials(.with { ($0.deed, $0.realm, $0.isProxy) = (deed, realm, proxy ?? false) }))
        }
    }

    private func pageDeed() throws(Problem) -> WireBrowserRequest.Deed {
        let url = try address()
        var deed = try itemDeed()
        deed.url = url
        return deed
    }

    /// - Parameter field: the name of a value of the item; empty for a deed that is for all.
    private func itemDeed(named field: String = "") throws(Problem) -> WireBrowserRequest.Deed {
        let (vault, id) = (try text(vault, "vault"), try identifier(item, "item"))
        let (url, top) = (try limited(url ?? "", "url"), try topAddress())
        return .with {
            ($0.vault, $0.item, $0.field) = (vault, id, field)
            ($0.url, $0.top) = (url, top)
            $0.silent = silent ?? false
        }
    }

    func identifier(_ value: String?, _ name: String) throws(Problem) -> Data {
        guard let value, let id = UUID(uuidString: value) else {
            throw Problem(reason: "“\(name)” is no identifier")
        }
        return withUnsafeBytes(of: id.uuid) { Data($0) }
    }

    func sentPassword() throws(Problem) -> Data {
        guard let password, (1...BrowserMessage.Limits.password).contains(password.utf8.count) else {
            throw Problem(reason: "“password” is missing, or has more than 4 KiB")
        }
        return Data(password.utf8)
    }

    private func model() throws(Problem) -> Data {
        guard let page else { throw Problem(reason: "“page” is missing") }
        return Data(page.utf8)
    }

    func address() throws(Problem) -> String {
        guard let url else { throw Problem(reason: "“url” is missing") }
        return try limited(url, "url")
    }

    func topAddress() throws(Problem) -> String { try limited(top ?? "", "top") }

    private func limited(_ address: String, _ name: String) throws(Problem) -> String {
        guard address.utf8.count <= BrowserMessage.Limits.address else {
            throw Problem(reason: "“\(name)” has more than 8 KiB")
        }
        return address
    }

    func text(_ value: String?, _ name: String) throws(Problem) -> String {
        guard let value else { throw Problem(reason: "“\(name)” is missing") }
        guard value.utf8.count <= BrowserMessage.Limits.text else {
            throw Problem(reason: "“\(name)” has more than 1 KiB")
        }
        return value
    }

    private func bytes(_ value: String?, _ name: String, count: Int) throws(Problem) -> Data {
        guard let value, let bytes = Data(base64Encoded: try text(value, name)), bytes.count == count else {
            throw Problem(reason: "“\(name)” is not \(count) bytes in Base64")
        }
        return bytes
    }
}
