import Foundation
import PasswordVault
import Secrets
import WebsiteMatching

/// The values for the fields of a page. Nothing else is done to the page: no click, no submission.
///
/// Specified in: Docs/password-manager-feature.md, "Filling".
package struct FillPlan: Sendable, Equatable {
    /// A value for one field.
    package struct Step: Sendable, Equatable {
        /// The ``PageModel/Field/id`` of a field, or of a menu.
        package let field: String
        /// The value; for a menu, the value of an entry.
        package let value: FieldValue
    }

    /// The steps in the order in which they are to be done.
    package let steps: [Step]

    /// Makes the plan for a page and an item.
    ///
    /// - Parameters:
    ///   - page: the page as it was read.
    ///   - url: the page's address as the requesting program has named it: the user has picked the item for this
    ///     address.
    ///   - item: the item that the user has picked. Logins, passwords, cards and identities can be filled in.
    ///   - oneTimeCode: the code that is valid now; `nil` if the item has none.
    ///   - newPassword: the password that a login is to have from now on, for forms that ask for a new one; `nil` if
    ///     it keeps the one that it has.
    ///   - matcher: decides which other frames of the page the item belongs to.
    /// - Throws: code 6 if `url` is not a web address or has another origin than the model; 5 if no field can be
    ///   filled.
    package init(
        _ page: PageModel, at url: String, item: VaultItem, oneTimeCode: Secret? = nil, newPassword: Secret? = nil,
        matcher: WebsiteMatcher = WebsiteMatcher()
    ) throws(PageFillingError) {
        let address = try Self.address(page, url)
        let permission = FillPermission(item, address, matcher)
        guard !permission.isWithheld else {
            throw .nothingToFill(
                "The item may not be filled on this page: the page is not loaded over TLS, or a website rule withholds the item."
            )
        }
        let propose = try Self.proposals(item, oneTimeCode, newPassword, permission)
        var best = Proposal()
        for form in PageForm.all(page, permission) {
            let proposal = propose(form)
            if !proposal.isEmpty, best.isEmpty || proposal.score > best.score { best = proposal }
        }
        steps = best.steps
        guard !steps.isEmpty else { throw .nothingToFill("The page has no field for any value of the item.") }
    }

    private static func address(_ page: PageModel, _ url: String) throws(PageFillingError) -> PageAddress {
        guard case .page(let address)? = try? WebAddress(url) else {
            throw .contradiction("A page can be filled only at an address that begins with http:// or https://.")
        }
        guard case .page(let own)? = try? WebAddress(page.url), own.origin == address.origin else {
            throw .contradiction("The page that was read is not the requested one.")
        }
        return address
    }

    private static func proposals(
        _ item: VaultItem, _ oneTimeCode: Secret?, _ newPassword: Secret?, _ permission: FillPermission
    ) throws(PageFillingError) -> (PageForm) -> Proposal {
        switch item.kind {
        case .login, .password:
            LoginFilling(
                item, oneTimeCode: oneTimeCode, newPassword: newPassword, isSavedForPage: permission.isSavedForPage
            ).proposal
        case .creditCard: CardFilling(item).proposal
        case .identity: PersonFilling(item).proposal
        default: throw .nothingToFill("Pages are filled with logins, passwords, cards and identities only.")
        }
    }
}

extension Proposal {
    /// The steps in the order of the page, but the country first: pages rebuild the menu of states when it changes.
    fileprivate var steps: [FillPlan.Step] {
        let sorted = entries.sorted { $0.field.position < $1.field.position }
        let isCountry = { (entry: Entry) in entry.field.role == .country && entry.field.field.isMenu }
        return (sorted.filter(isCountry) + sorted.filter { !isCountry($0) })
            .map { FillPlan.Step(field: $0.field.field.id, value: $0.value) }
    }
}

extension FillPlan {
    /// Parses a page's model and makes the plan for it, as the answer to a request. The answer's message is an empty
    /// `fill_plan`; the plan is the second part of its frame.
    ///
    /// - Parameters:
    ///   - model: JSON from the requesting program.
    ///   - url: the page's address as that program has named it.
    ///   - item: the item that the user has picked.
    ///   - oneTimeCode: the code that is valid now; `nil` if the item has none.
    ///   - matcher: decides which other frames of the page the item belongs to.
    /// - Returns: JSON, 4 MiB at most.
    /// - Throws: the code with which the request is refused: 4, 5 or 6.
    package static func make(
        model: Data, url: String, item: VaultItem, oneTimeCode: Secret?, matcher: WebsiteMatcher = WebsiteMatcher()
    ) throws(PageFillingError) -> SecretBytes {
        let plan = try FillPlan(
            PageModel(json: model), at: url, item: item, oneTimeCode: oneTimeCode, matcher: matcher)
        let json = plan.json()
        guard json.count <= PageModel.Limits.bytes else {
            throw .nothingToFill("The item's values are too large to fill a page with.")
        }
        return json
    }
}
