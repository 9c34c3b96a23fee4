extension PasswordManagerExtension {
    /// Finds a login: the user sees the matching ones, and picks one. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login: an address, `app://` and an identifier, or any name that the program
    ///     has chosen.
    ///   - parent: the window of the program, if it is a ``PresentationParent``; any other value, and `nil`, means no
    ///     window.
    ///   - sender: the control that was activated; ignored.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Throws: ``PasswordManagerError``.
    public func findLogin(
        forURLString urlString: String?, for parent: Any? = nil, sender: Any? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ReturnedLogin {
        let request = Result { () throws(PasswordManagerError) in try PasswordManagerRequest.find(urlString) }
        return try await PendingAnswer.value(isolation: isolation, login(request, for: parent))
    }

    /// Stores a login: the user edits the program's proposal, and saves it. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows. Without a password, one is generated.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: ignored.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Returns: the saved login.
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

    /// Changes the password of a login: the matching one, or one of several that the user picks, is opened with a new
    /// password; if none matches, a new login is created. Cancelling the task closes the sheet.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows; the password is the new one.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: ignored.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Returns: the saved login, with the previous password.
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
    ///   - sender: ignored.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Throws: ``PasswordManagerError``.
    public func fillItem(
        intoWebView page: any WebPage, for parent: Any? = nil, sender: Any? = nil, showOnlyLogins: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) {
        try await PendingAnswer.value(
            isolation: isolation, filling(page, for: parent, showsOnlyLogins: showOnlyLogins))
    }

    /// Reads the page of a web view: the first step of filling it.
    ///
    /// - Parameters:
    ///   - page: the web view.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Throws: ``PasswordManagerError``: `.collectFieldsScriptFailed`, `.failedToObtainURLStringFromWebView`.
    public func createExtensionItem(
        forWebView page: any WebPage, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) -> ExtensionItem {
        try await PendingAnswer.value(isolation: isolation, reading(page))
    }

    /// Lets the user pick an item to fill a page with: the second step of filling it. Cancelling the task closes the
    /// sheet.
    ///
    /// - Parameters:
    ///   - item: the page.
    ///   - parent: as for ``findLogin(forURLString:for:sender:isolation:)``.
    ///   - sender: ignored.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - isolation: the isolation of the caller, which is kept.
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

    /// Fills the page of a web view with the item that the user has picked: the third step.
    ///
    /// - Parameters:
    ///   - items: the returned items; an empty array means that the user has picked none.
    ///   - page: the web view.
    ///   - isolation: the isolation of the caller, which is kept.
    /// - Throws: ``PasswordManagerError``: `.fillFieldsScriptFailed`, `.cancelledByUser` if there is nothing to fill
    ///   in.
    public func fillReturnedItems(
        _ items: [ReturnedItem], intoWebView page: any WebPage, isolation: isolated (any Actor)? = #isolation
    ) async throws(PasswordManagerError) {
        try await PendingAnswer.value(isolation: isolation, filling(page, with: items))
    }
}
