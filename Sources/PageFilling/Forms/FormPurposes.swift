/// The purpose of a form, from its fields, its own texts and those of its page.
struct FormPurposes {
    let purpose: FormPurpose?
    let reasons: [String]

    /// - Parameter page: the page, if its title and headings speak of this form; else `nil`.
    init(_ fields: [ReadField], _ form: PageModel.Form?, _ page: PageModel?) {
        let hasSecret = fields.contains { $0.meaning.role == .password || $0.meaning.role == .cardNumber }
        // Search and newsletter forms take no password and no card, whatever their texts say.
        let fits = { (said: FormTexts.Said?) in
            said.flatMap { hasSecret && [.search, .newsletter].contains($0.purpose) ? nil : $0 }
        }
        let own = fits(Self.said(by: fields, isForm: form != nil)) ?? fits(form.flatMap(FormTexts.said))
        if let own, !own.isWeak {
            (purpose, reasons) = (own.purpose, [own.reason])
            return
        }
        let all = fits(page.flatMap(FormTexts.said))
        let best =
            all ?? own ?? fits(form.flatMap(FormTexts.saidByAddress)) ?? fits(Self.said(byMethodOf: form, fields))
        (purpose, reasons) = (best?.purpose, best.map { [$0.reason] } ?? [])
    }

    /// A form that becomes a part of an address asks for nothing private: it searches, or chooses what is shown.
    private static func said(byMethodOf form: PageModel.Form?, _ fields: [ReadField]) -> FormTexts.Said? {
        guard form?.isQuery ?? false else { return nil }
        let isPrivate = fields.contains {
            $0.meaning.isDeclared || $0.role == .email || $0.role == .username && !$0.meaning.isWeak
        }
        return isPrivate ? nil : .init(purpose: .search, reason: "it is sent as a part of an address")
    }

    /// Returns what the fields say: those of a small form, since a large one may have a newsletter field among others.
    private static func said(by fields: [ReadField], isForm: Bool) -> FormTexts.Said? {
        if let field = fields.first(where: { $0.has(.foreign) }) {
            return .init(purpose: .foreign, reason: "the field “\(field.field.shownName)” says something else")
        }
        let roles = Set(fields.compactMap(\.role))
        let isOrder =
            roles.contains(.password) || roles.contains(.cardNumber)
            || roles.intersection([.addressLine1, .address, .city, .postalCode]).count > 1
        if !isOrder, let text = fields.first(where: { $0.field.type == "textarea" && $0.has(.message) }) {
            return .init(purpose: .foreign, reason: "the field “\(text.field.shownName)” is for a message")
        }
        // The fields outside of any form may be of several.
        guard isForm, fields.count <= 3 else { return nil }
        if fields.contains(where: { $0.field.type == "search" }) {
            return .init(purpose: .search, reason: "a field of type “search”")
        }
        return fields.contains { $0.has(.newsletter) }
            ? .init(purpose: .newsletter, reason: "a field for a newsletter") : nil
    }
}

extension PageModel.Field {
    /// The name that a person would give it.
    var shownName: String {
        String(([label, near, placeholder, name, htmlID].first { !$0.isEmpty } ?? type).prefix(60))
    }
}
