extension PasswordManagerExtension {
    /// Finds a login: the user sees those that match, and picks one. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for: an address, `app://` and an identifier, or any name that the program has
    ///     chosen.
    ///   - parent: the window of the program, if it is a ``PresentationParent``; anything else, and nil, is as good as
    ///     none.
    ///   - sender: what was tapped; not looked at.
    ///   - isolation: the caller's, which is kept.
    /// - Throws: ``PasswordManagerError``.
    public func findLogin(
        forURLString urlString: String?, for parent: Any? = nil, sender: Any? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ReturnedLogin {
        let request = Result { () throws(PasswordManagerError) in try PasswordManagerRequest.find(urlString) }
        return try await PendingAnswer.value(isolation: isolation, login(request, for: parent))
    }

    /// Stores a login: the user edits what the program proposes, and saves it. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it. Without a password one is generated.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: not looked at.
    ///   - isolation: the caller's, which is kept.
    /// - Returns: what was saved.
    /// - Throws: ``PasswordManagerError``.
    public func storeLogin(
        forURLString urlString: String?, loginDetails details: LoginDetails,
        passwordGenerationOptions options: PasswordGenerationOptions? = nil, for parent: Any? = nil,
        sender: Any? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ReturnedLogin {
        let request = Result { () throws(PasswordManagerError) in
            try PasswordManagerRequest.store(urlString, details, options)
        }
        return try await PendingAnswer.value(isolation: isolation, login(request, for: parent))
    }

    /// Changes the password of a login: the one that matches, or one of several that the user picks, is opened with a
    /// new password; if none matches a new login is made. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it; its password is the new one.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: not looked at.
    ///   - isolation: the caller's, which is kept.
    /// - Returns: what was saved, with the password before.
    /// - Throws: ``PasswordManagerError``.
    public func changePasswordForLogin(
        forURLString urlString: String?, loginDetails details: LoginDetails,
        passwordGenerationOptions options: PasswordGenerationOptions? = nil, for parent: Any? = nil,
        sender: Any? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ReturnedLogin {
        let request = Result { () throws(PasswordManagerError) in
            try PasswordManagerRequest.change(urlString, details, options)
        }
        return try await PendingAnswer.value(isolation: isolation, login(request, for: parent))
    }

    /// Fills the page of a web view: the user picks an item. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - page: the web view.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: not looked at.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - isolation: the caller's, which is kept.
    /// - Throws: ``PasswordManagerError``.
    public func fillItem(
        intoWebView page: any WebPage, for parent: Any? = nil, sender: Any? = nil, showOnlyLogins: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) {
        try await PendingAnswer.value(
            isolation: isolation, filling(page, for: parent, showsOnlyLogins: showOnlyLogins))
    }

    /// Reads the page of a web view: the first half of filling it.
    ///
    /// - Parameters:
    ///   - page: the web view.
    ///   - isolation: the caller's, which is kept.
    /// - Throws: ``PasswordManagerError``: `.collectFieldsScriptFailed`, `.failedToObtainURLStringFromWebView`.
    public func createExtensionItem(
        forWebView page: any WebPage, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ExtensionItem {
        try await PendingAnswer.value(isolation: isolation, reading(page))
    }

    /// Has the user pick what a page is filled with: what comes between the two halves. Cancelling the task closes the
    /// sheet.
    ///
    /// - Parameters:
    ///   - item: the page.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: not looked at.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - isolation: the caller's, which is kept.
    /// - Throws: ``PasswordManagerError``.
    public func pickItems(
        forExtensionItem item: ExtensionItem, for parent: Any? = nil, sender: Any? = nil,
        showOnlyLogins: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> [ReturnedItem] {
        [
            try await PendingAnswer.value(
                isolation: isolation, picking(item, for: parent, showsOnlyLogins: showOnlyLogins))
        ]
    }

    /// Fills the page of a web view with what the user has picked: the second half.
    ///
    /// - Parameters:
    ///   - items: as they were returned; none: the user has picked none.
    ///   - page: the web view.
    ///   - isolation: the caller's, which is kept.
    /// - Throws: ``PasswordManagerError``: `.fillFieldsScriptFailed`, `.cancelledByUser` if there is nothing to fill
    ///   in.
    public func fillReturnedItems(
        _ items: [ReturnedItem], intoWebView page: any WebPage, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) {
        try await PendingAnswer.value(isolation: isolation, filling(page, with: items))
    }
}
