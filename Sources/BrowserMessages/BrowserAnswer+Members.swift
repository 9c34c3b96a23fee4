import AgentProtocol
import Foundation

// The members of each type of answer.

extension BrowserAnswer {
    struct Empty: Encodable {}
    struct Challenge: Encodable { let challenge: String }
    struct Code: Encodable { let code: String }

    struct Failure: Encodable {
        let error: Details

        struct Details: Encodable { let code, reason, remedy: String }

        init(_ code: String, _ reason: String, _ remedy: String) {
            error = Details(code: code, reason: reason, remedy: remedy)
        }
    }

    struct Saved: Encodable {
        let vault: String
        let item: String

        init(_ saved: WireBrowserReply.Item) {
            (vault, item) = (saved.vault, UUID(bytes: saved.id)?.uuidString.lowercased() ?? "")
        }
    }

    struct Times: Encodable {
        let secondsLeft: UInt32
        let period: UInt32

        init(_ times: WireBrowserReply.OneTimeCode) { (secondsLeft, period) = (times.secondsLeft, times.period) }
    }

    struct State: Encodable {
        let vaults: [Vault]
        let proof: String
        let release: String

        struct Vault: Encodable {
            let name: String
            let open: Bool
        }

        init(_ state: WireBrowserReply.State) {
            vaults = state.vaults.map { Vault(name: $0.name, open: $0.isOpen) }
            (proof, release) = (state.proof, state.version)
        }
    }

    struct Items: Encodable {
        let items: [Item]
        let more: Bool
        let site: String
        let warning: String

        struct Item: Encodable {
            let vault, id, kind, title, username: String
            let code, matches, upgrade: Bool
        }

        init(_ list: WireBrowserReply.Items) {
            items = list.items.map { item in
                Item(
                    vault: item.vault, id: UUID(bytes: item.id)?.uuidString.lowercased() ?? "", kind: item.kind,
                    title: item.title, username: item.username, code: item.offersCode, matches: item.matches,
                    upgrade: item.isUpgrade)
            }
            (more, site, warning) = (list.isCut, list.site, list.warning)
        }
    }

    struct Copied: Encodable { let seconds: Int }
    struct Sites: Encodable { let sites: [String] }
    struct Username: Encodable { let username: String }

    struct Offered: Encodable {
        let offer, kind, reason: String

        init(_ offered: WireBrowserReply.Offered) {
            offer = UUID(bytes: offered.offer)?.uuidString.lowercased() ?? ""
            (kind, reason) = (offered.kind, offered.reason)
        }
    }

    struct Offers: Encodable {
        let offers: [Offer]

        struct Offer: Encodable { let offer, site, username, kind, vault, item, title: String }

        init(_ list: WireBrowserReply.Offers) {
            offers = list.offers.map { offer in
                Offer(
                    offer: UUID(bytes: offer.id)?.uuidString.lowercased() ?? "", site: offer.site,
                    username: offer.username, kind: offer.kind, vault: offer.vault,
                    item: UUID(bytes: offer.item)?.uuidString.lowercased() ?? "", title: offer.title)
            }
        }
    }

    struct Details: Encodable {
        let vault, item, kind, title, username: String
        let websites: [String]
        let fields: [Field]
        let code, notes: Bool
        let created, changed, passwordChanged: Int64

        struct Field: Encodable {
            let field, label, kind: String
            let secret: Bool
            let value: String
        }

        init(_ details: WireBrowserReply.Details) {
            let overview = details.item
            item = UUID(bytes: overview.id)?.uuidString.lowercased() ?? ""
            (vault, kind, title, username) = (overview.vault, overview.kind, overview.title, overview.username)
            (code, notes, websites) = (overview.offersCode, details.hasNotes_p, details.websites)
            fields = details.fields.map { field in
                Field(
                    field: field.id, label: field.label, kind: field.kind, secret: field.isSecret, value: field.value)
            }
            (created, changed, passwordChanged) = (details.created, details.changed, details.passwordChanged)
        }
    }

    struct Reading: Encodable {
        let kind: String
        let fields: [Field]
        let fillable: [String]

        struct Field: Encodable {
            let field: String
            let form: Int64?
            let meaning: String
            let kinds: [String]
        }

        init(_ reading: WireBrowserReply.Reading) {
            fields = reading.fields.map { field in
                Field(
                    field: field.id, form: field.hasForm ? field.form : nil, meaning: field.meaning, kinds: field.kinds)
            }
            (kind, fillable) = (reading.kind, reading.kinds)
        }
    }
}

extension UUID {
    fileprivate init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}
