import PasswordVault

/// A filler for the expiry date of a card: one field, two fields or menus.
struct ExpiryFields: Sendable {
    private let date: CalendarDate

    init(_ date: CalendarDate) { self.date = date }

    /// Fills the fields of a form that ask for the date.
    ///
    /// - Returns: the number of fields that were filled.
    func fill(_ form: PageForm, _ proposal: inout Proposal) -> Int {
        let before = proposal.entries.count
        let wholes = form.fields(.expiry)
        let months = form.fields(.expiryMonth) + unnamed(.birthMonth, form)
        let years = form.fields(.expiryYear) + unnamed(.birthYear, form)
        if let month = months.first ?? (years.isEmpty ? nil : wholes.first),
            let year = years.first ?? wholes.first(where: { $0.position > month.position })
        {
            fill(month: month, year: year, &proposal)
        } else if wholes.count >= 2, wholes[0].field.isMenu, wholes[1].field.isMenu {
            // Two menus that share one label.
            fill(month: wholes[0], year: wholes[1], &proposal)
        } else if let whole = wholes.first {
            fill(whole, &proposal)
        }
        return proposal.entries.count - before
    }

    /// Returns the fields whose text says only “month” or “year”. They mean the card's expiry date if the form has no
    /// field for the whole date.
    private func unnamed(_ role: FieldRole, _ form: PageForm) -> [ReadField] {
        form.fields(.expiry).isEmpty ? form.fields(role).filter { $0.meaning.isWeak } : []
    }

    private func fill(month: ReadField, year: ReadField, _ proposal: inout Proposal) {
        if month.field.isMenu {
            proposal.choose(date.monthTexts, in: month)
        } else {
            proposal.fill(month, with: .text((date.month < 10 ? "0" : "") + String(date.month)))
        }
        if year.field.isMenu {
            proposal.choose(date.yearTexts, in: year)
        } else {
            let width = Self.yearWidth(year.field)
            proposal.fill(year, with: .text(String(width == 2 ? date.year % 100 : date.year)))
        }
    }

    private static func yearWidth(_ field: PageModel.Field) -> Int {
        if let most = field.maxLength, most < 4 { return 2 }
        let letters = field.placeholder.filter { $0.isLetter || $0.isNumber }
        return letters.count == 2 && Set(letters.uppercased()).count <= 2 ? 2 : 4
    }

    private func fill(_ field: ReadField, _ proposal: inout Proposal) {
        guard !field.field.isMenu else {
            let patterns = ["/", " / ", "-", "."].flatMap { sign in
                [4, 2].map { DatePattern.card(yearWidth: $0, separator: sign) }
            }
            let texts = patterns + [.isoMonth]
            proposal.choose(texts.compactMap { $0.text(year: date.year, month: date.month) }, in: field)
            return
        }
        let text = Self.pattern(field.field).text(year: date.year, month: date.month)
        proposal.fill(field, with: text.map { .text($0) })
    }

    /// Returns the pattern that the page shows, else the one that fits the field's length, else the one that is printed
    /// on cards.
    private static func pattern(_ field: PageModel.Field) -> DatePattern {
        if field.type == "month" { return .isoMonth }
        for text in [field.placeholder, field.label] {
            if let pattern = DatePattern(in: text, parts: 2) { return pattern }
        }
        switch field.maxLength {
        case 4: return .card(yearWidth: 2, separator: "")
        case 6: return .card(yearWidth: 4, separator: "")
        case 7: return .card(yearWidth: 4, separator: "/")
        default:
            for text in [field.placeholder, field.label].map({ $0.uppercased() }) {
                if text.contains("MMYYYY") { return .card(yearWidth: 4, separator: "") }
                if text.contains("MMYY") { return .card(yearWidth: 2, separator: "") }
            }
            return .card(yearWidth: 2, separator: "/")
        }
    }
}
