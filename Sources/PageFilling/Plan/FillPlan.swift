import Foundation
import PasswordVault
import Secrets
import WebsiteMatching

/// Which field of a page gets which value. Nothing else is done to the page: nothing is clicked, nothing is sent.
///
/// Specified in: Docs/password-manager-feature.md, "Filling".
package struct FillPlan: Sendable, Equatable {
    /// One value.
    package struct Step: Sendable, Equatable {
        /// The ``PageModel/Field/id`` of a field, or of a menu.
        package let field: String
        /// Of a menu the value of an entry.
        package let value: FieldValue
    }

    /// In the order in which to fill.
    package let steps: [Step]

    /// What a page is to be filled with.
    ///
    /// - Parameters:
    ///   - page: as it was read.
    ///   - url: where the page is, as the program that asked has named it: what the person has picked the item for.
    ///   - item: what the person has picked. Logins, passwords, cards and identities can be filled in.
    ///   - oneTimeCode: valid now; nil: the item has none.
    ///   - matcher: says which other frames of the page the item belongs to.
    /// - Throws: code 6 if `url` is no page of the web, or of another origin than the model; 5 if nothing goes
    /// anywhere.
    package init(
        _ page: PageModel, at url: String, item: VaultItem, oneTimeCode: Secret? = nil,
        matcher: WebsiteMatcher = WebsiteMatcher()
    ) throws(PageFillingError) {
        let address = try Self.address(page, url)
        let permission = FillPermission(item, address, matcher)
        guard !permission.isWithheld else {
            throw .nothingToFill("The item must not go to this page: it is not sent over TLS, or was kept from it.")
        }
        let propose = try Self.proposals(item, oneTimeCode, permission)
        var best = Proposal()
        for form in PageForm.all(page, permission) {
            let proposal = propose(form)
            if !proposal.isEmpty, best.isEmpty || proposal.score > best.score { best = proposal }
        }
        steps = best.steps
        guard !steps.isEmpty else { throw .nothingToFill("The page has no field for anything in the item.") }
    }

    private static func address(_ page: PageModel, _ url: String) throws(PageFillingError) -> PageAddress {
        guard case .page(let address)? = try? WebAddress(url) else {
            throw .contradiction("A page can be filled only at an address that begins with http:// or https://.")
        }
        guard case .page(let own)? = try? WebAddress(page.url), own.origin == address.origin else {
            throw .contradiction("The page that was read is another than the one that was asked for.")
        }
        return address
    }

    private static func proposals(
        _ item: VaultItem, _ oneTimeCode: Secret?, _ permission: FillPermission
    ) throws(PageFillingError) -> (PageForm) -> Proposal {
        switch item.kind {
        case .login, .password:
            LoginFilling(item, oneTimeCode: oneTimeCode, isSavedForPage: permission.isSavedForPage).proposal
        case .creditCard: CardFilling(item).proposal
        case .identity: PersonFilling(item).proposal
        default: throw .nothingToFill("Pages are filled with logins, passwords, cards and identities only.")
        }
    }
}

extension Proposal {
    /// In the order of the page, the country first: pages make the menu of states anew for it.
    fileprivate var steps: [FillPlan.Step] {
        let sorted = entries.sorted { $0.field.position < $1.field.position }
        let isCountry = { (entry: Entry) in entry.field.role == .country && entry.field.field.isMenu }
        return (sorted.filter(isCountry) + sorted.filter { !isCountry($0) })
            .map { FillPlan.Step(field: $0.field.field.id, value: $0.value) }
    }
}

extension FillPlan {
    /// Reads a page's model and makes the plan for it, as the answer to a request: what goes beside `fill_plan`.
    ///
    /// - Parameters:
    ///   - model: JSON, from the program that asks.
    ///   - url: what that program has named as the page's address.
    ///   - item: what the person has picked.
    ///   - oneTimeCode: valid now; nil: the item has none.
    ///   - matcher: says which other frames of the page the item belongs to.
    /// - Returns: JSON, 4 MiB at most.
    /// - Throws: the code with which the request is refused: 4, 5 or 6.
    package static func make(
        model: Data, url: String, item: VaultItem, oneTimeCode: Secret?, matcher: WebsiteMatcher = WebsiteMatcher()
    ) throws(PageFillingError) -> SecretBytes {
        let plan = try FillPlan(
            PageModel(json: model), at: url, item: item, oneTimeCode: oneTimeCode, matcher: matcher)
        let json = plan.json()
        guard json.count <= PageModel.Limits.bytes else {
            throw .nothingToFill("The item has more in it than a page can be filled with.")
        }
        return json
    }
}
