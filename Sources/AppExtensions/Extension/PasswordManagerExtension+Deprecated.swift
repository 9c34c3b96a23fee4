// The names that the functions had in early versions of Swift. Each calls the function in its deprecation note.

extension PasswordManagerExtension {
    /// Finds a login.
    @available(*, deprecated, renamed: "findLogin(forURLString:for:sender:completion:)")
    public func findLoginForURLString(
        _ urlString: String?, forViewController parent: Any?, sender: Any?, completion: @escaping LoginHandler
    ) {
        findLogin(forURLString: urlString, for: parent, sender: sender, completion: completion)
    }

    /// Stores a login.
    @available(
        *, deprecated,
        renamed: "storeLogin(forURLString:loginDetails:passwordGenerationOptions:for:sender:completion:)"
    )
    public func storeLoginForURLString(
        _ urlString: String?, loginDetails details: [AnyHashable: Any]?,
        passwordGenerationOptions options: [AnyHashable: Any]?, forViewController parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        storeLogin(
            forURLString: urlString, loginDetails: details, passwordGenerationOptions: options, for: parent,
            sender: sender, completion: completion)
    }

    /// Changes the password of a login.
    @available(
        *, deprecated,
        renamed: "changePasswordForLogin(forURLString:loginDetails:passwordGenerationOptions:for:sender:completion:)"
    )
    public func changePasswordForLoginForURLString(
        _ urlString: String?, loginDetails details: [AnyHashable: Any]?,
        passwordGenerationOptions options: [AnyHashable: Any]?, forViewController parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        changePasswordForLogin(
            forURLString: urlString, loginDetails: details, passwordGenerationOptions: options, for: parent,
            sender: sender, completion: completion)
    }

    /// Fills the page of a web view.
    @available(*, deprecated, renamed: "fillItem(intoWebView:for:sender:showOnlyLogins:completion:)")
    public func fillItemIntoWebView(
        _ webView: Any?, forViewController parent: Any?, sender: Any?, showOnlyLogins: Bool,
        completion: @escaping SuccessHandler
    ) {
        fillItem(
            intoWebView: webView, for: parent, sender: sender, showOnlyLogins: showOnlyLogins, completion: completion)
    }
}
