import PasswordVault

/// A filler for logins: sign-in on one page or two, sign-up, change of password, one-time codes.
///
/// The reasons are in Docs/decisions/0043-filling-pages.md.
struct LoginFilling: Sendable {
    private let username: String?
    private let email: String?
    /// The address that the login has besides its name.
    private let ownEmail: String?
    private let password: Secret?
    /// The password that the login is to have from now on; `nil` if it keeps the one that it has.
    private let newPassword: Secret?
    private let code: Secret?
    private let own: CustomFields
    /// Whether the saved password may be given to a field for a new one.
    private let fillsNew: Bool

    init(_ item: VaultItem, oneTimeCode: Secret?, newPassword: Secret? = nil, isSavedForPage: Bool) {
        username = item.text("username")
        let others = item.allFields.filter { $0.kind.isEmailAddress }
        let texts = others.compactMap { item.text($0.id) } + [username].compactMap { $0 }
        email = texts.first { $0.contains("@") }
        ownEmail = others.lazy.compactMap { item.text($0.id) }.first { $0.contains("@") }
        password = item.secret("password")
        code = oneTimeCode
        self.newPassword = newPassword
        own = CustomFields(item)
        // A generated password that is not yet part of a login has no website.
        fillsNew = isSavedForPage || item.kind == .password
    }

    func proposal(_ form: PageForm) -> Proposal {
        var proposal = Proposal()
        guard !form.isIgnored else { return proposal }
        own.fill(form, &proposal)
        let passwords = PasswordFields(form)
        // A person who asks for a new password does not sign in.
        guard newPassword == nil || !passwords.new.isEmpty else { return Proposal() }
        fillPasswords(passwords, &proposal)
        fillCode(form, &proposal)
        let anchor = (passwords.current + passwords.new).map(\.position).min()
        fillUsername(form, before: anchor, &proposal)
        guard !proposal.isEmpty else { return proposal }
        if form.purpose == .signIn { proposal.score += 20 }
        if form.isFocused { proposal.score += 100 }
        if form.isOfPage { proposal.score += 5 }
        return proposal
    }

    private func fillPasswords(_ passwords: PasswordFields, _ proposal: inout Proposal) {
        if let newPassword {
            for field in passwords.new { proposal.fill(field, with: .secret(newPassword)) }
            proposal.score += 100
        }
        guard let password else { return }
        if let field = passwords.current.first {
            guard proposal.fill(field, with: .secret(password)) else { return }
            proposal.score += field.meaning.isDeclared ? 120 : 100
        } else if fillsNew, newPassword == nil {
            // The number of new-password fields does not matter: a field for the current password scores more.
            let filled = passwords.new.prefix(2).filter { proposal.fill($0, with: .secret(password)) }
            if !filled.isEmpty { proposal.score += 40 }
        }
    }

    private func fillCode(_ form: PageForm, _ proposal: inout Proposal) {
        guard let code, code.isCode else { return }
        let before = proposal.entries.count
        switch CodeFields(form, length: code.count) {
        case .one(let field): proposal.fill(field, with: .secret(code))
        case .boxes(let boxes):
            var filled = proposal
            let isWhole = boxes.enumerated().allSatisfy { index, box in
                filled.fill(box, with: .secret(code.part(index..<index + 1)))
            }
            if isWhole { proposal = filled }
        case nil:
            // If the form has no card fields, “security code” means a one-time code.
            guard let field = form.fields(.securityCode).first(where: \.isLine), form.fields(.cardNumber).isEmpty,
                form.fields(.expiry).isEmpty, form.fields(.expiryMonth).isEmpty
            else { return }
            proposal.fill(field, with: .secret(code))
        }
        if proposal.entries.count > before { proposal.score += 60 }
    }

    private func fillUsername(_ form: PageForm, before anchor: Int?, _ proposal: inout Proposal) {
        guard let username else { return }
        let candidates = form.fields.filter { $0.isLine && !$0.isIgnored && !proposal.has($0) }
        guard let anchor else { return fillAlone(candidates, form, username, &proposal) }
        let search = UsernameFieldSearch(candidates, anchor: anchor)
        guard let field = search.field(for: username) else { return }
        // A person who changes a password sees whose it is.
        guard form.kind != .changePassword || !field.field.hasText else { return }
        let emails = candidates.filter { $0.role == .email && $0.position != field.position }
        let value = field.field.type == "email" ? email ?? username : username
        if proposal.fill(field, with: .text(value)) { proposal.score += 10 }
        // An e-mail field in addition to the username field, or the same field repeated.
        for other in emails where ownEmail != nil || field.role == .email && other.has(.repetition) {
            proposal.fill(other, with: email.map { .text($0) })
        }
    }

    /// Fills the first of two sign-in pages, which asks for the username alone.
    private func fillAlone(
        _ candidates: [ReadField], _ form: PageForm, _ username: String, _ proposal: inout Proposal
    ) {
        // A delivery address or a contact person: not a sign-in form.
        let others = form.fields.filter { $0.role.map { !$0.isOfAccounts } ?? false && !$0.meaning.isWeak }
        guard others.isEmpty, let field = UsernameFieldSearch(candidates, anchor: nil).field(for: username) else {
            return
        }
        let isSignIn = form.purpose == .signIn
        guard isSignIn || field.role == .username || field.role != nil && !field.meaning.isWeak else { return }
        let value = field.field.type == "email" ? email ?? username : username
        guard proposal.fill(field, with: .text(value)) else { return }
        switch (field.role, field.meaning.isDeclared) {
        case (.username, true): proposal.score += 60
        case (.username, false) where !field.meaning.isWeak: proposal.score += 50
        default: proposal.score += isSignIn ? 50 : 20
        }
    }
}
