import PasswordVault

/// A filler for the fields of a payment card.
struct CardFilling: Sendable {
    private let number: Secret?
    private let holder: String?
    private let expiry: CalendarDate?
    private let verification: Secret?
    private let own: CustomFields

    /// The minimum number of fields for a split card number.
    private static let minimumParts = 3

    init(_ item: VaultItem) {
        let digits = item.secret("number")?.digits
        number = digits.flatMap { $0.isEmpty ? nil : $0 }
        holder = item.text("cardholder")
        expiry = item.text("expiry").flatMap(CalendarDate.init)
        verification = item.secret("verification")
        own = CustomFields(item)
    }

    func proposal(_ form: PageForm) -> Proposal {
        var proposal = Proposal()
        let hasNumber = !form.fields(.cardNumber).isEmpty
        // A month and a year alone may belong to something other than a card.
        guard !form.isIgnored, form.fields.contains(where: { $0.role?.isOfCards ?? false }) else { return proposal }
        if fillNumber(form, &proposal) { proposal.score += 50 }
        if let expiry { proposal.score += 10 * ExpiryFields(expiry).fill(form, &proposal) }
        if fillVerification(form, hasNumber: hasNumber, &proposal) { proposal.score += 20 }
        // A page that has the number field in another site's frame may ask for the name alone. Filling it there has no
        // use.
        guard !proposal.isEmpty else { return proposal }
        if fillHolder(form, hasNumber: hasNumber, &proposal) { proposal.score += 10 }
        if let number, let type = form.fields(.cardType).first(where: \.field.isMenu) {
            proposal.choose(CardBrand.names(number), in: type)
        }
        own.fill(form, &proposal)
        if form.isFocused { proposal.score += 100 }
        return proposal
    }

    // MARK: - Parts

    private func fillNumber(_ form: PageForm, _ proposal: inout Proposal) -> Bool {
        guard let number, let first = form.fields(.cardNumber).first(where: \.isLine) else { return false }
        if let parts = Self.parts(form, from: first, digits: number.count) {
            var start = 0
            for (field, length) in parts {
                proposal.fill(field, with: .secret(number.part(start..<start + length)))
                start += length
            }
            return true
        }
        let fields = form.fields(.cardNumber).filter(\.isLine)
        let best = fields.first { $0.meaning.isDeclared } ?? fields.first { !$0.meaning.isWeak } ?? first
        return proposal.fill(best, with: .secret(number))
    }

    /// Returns the fields that a card number is split over, with the number of digits for each; `nil` if it is not split.
    static func parts(_ form: PageForm, from first: ReadField, digits: Int) -> [(ReadField, Int)]? {
        var parts: [(ReadField, Int)] = []
        var rest = digits
        for field in form.fields.drop(while: { $0.position < first.position }) where rest > 0 {
            guard field.isLine, let most = field.field.maxLength, (3...7).contains(most),
                field.role == .cardNumber || field.role == nil && !field.isIgnored || field.meaning.isWeak
            else { break }
            parts.append((field, min(most, rest)))
            rest -= min(most, rest)
        }
        return rest == 0 && parts.count >= minimumParts ? parts : nil
    }

    private func fillVerification(_ form: PageForm, hasNumber: Bool, _ proposal: inout Proposal) -> Bool {
        guard let verification else { return false }
        let fields = form.fields(.securityCode)
        // “Verification code” next to a card number means the card's.
        let other = hasNumber ? form.fields(.oneTimeCode).first { !$0.meaning.isDeclared } : nil
        guard let field = fields.first(where: \.isLine) ?? other else { return false }
        return proposal.fill(field, with: .secret(verification))
    }

    private func fillHolder(_ form: PageForm, hasNumber: Bool, _ proposal: inout Proposal) -> Bool {
        guard let holder else { return false }
        if let field = form.fields(.cardholder).first { return proposal.fill(field, with: .text(holder)) }
        let words = holder.split(separator: " ")
        if let first = form.fields(.cardFirstName).first, let last = form.fields(.cardLastName).first, words.count > 1 {
            proposal.fill(first, with: .text(words.dropLast().joined(separator: " ")))
            return proposal.fill(last, with: words.last.map { .text(String($0)) })
        }
        // “Name” means the cardholder if the form does not ask for an address.
        let isOfPerson = form.fields.contains { [.addressLine1, .address, .city, .postalCode].contains($0.role) }
        guard hasNumber, !isOfPerson, let name = form.fields(.fullName).first else { return false }
        return proposal.fill(name, with: .text(holder))
    }
}
