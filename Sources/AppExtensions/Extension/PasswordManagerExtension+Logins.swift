// The functions with completion handlers, as apps for iOS call them.

extension PasswordManagerExtension {
    private func ask(
        _ request: Result<PasswordManagerRequest, PasswordManagerError>, _ parent: Any?,
        _ completion: @escaping LoginHandler
    ) {
        start(login(request, for: parent)) { outcome in
            switch outcome {
            case .success(let login): completion(login.dictionary, nil)
            case .failure(let error): completion(nil, error.nsError)
            }
        }
    }

    /// Finds a login: the user sees those that match, and picks one.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for: an address, `app://` and an identifier, or any name that the program has
    ///     chosen.
    ///   - parent: the window of the program, if it is a ``PresentationParent``; anything else, and nil, is as good as
    ///     none.
    ///   - sender: what was tapped; not looked at.
    ///   - completion: gets username, password and, if there is one, the one-time code.
    public func findLogin(
        forURLString urlString: String?, for parent: Any?, sender: Any?, completion: @escaping LoginHandler
    ) {
        ask(Result { () throws(PasswordManagerError) in try .find(urlString) }, parent, completion)
    }

    /// Stores a login: the user edits what the program proposes, and saves it. Without a password one is generated.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: not looked at.
    ///   - completion: gets what was saved.
    public func storeLogin(
        forURLString urlString: String?, loginDetails details: [AnyHashable: Any]?,
        passwordGenerationOptions options: [AnyHashable: Any]?, for parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        let request = Result { () throws(PasswordManagerError) in
            try PasswordManagerRequest.store(
                urlString, LoginDetails(details), PasswordGenerationOptions(options, orFrom: details))
        }
        ask(request, parent, completion)
    }

    /// Stores a login that the program describes with objects; else the same.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: not looked at.
    ///   - completion: gets what was saved.
    @_disfavoredOverload
    public func storeLogin(
        forURLString urlString: String?, loginDetails details: NSDictionary?,
        passwordGenerationOptions options: NSDictionary?, for parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        storeLogin(
            forURLString: urlString, loginDetails: details?.entries, passwordGenerationOptions: options?.entries,
            for: parent, sender: sender, completion: completion)
    }

    /// Changes the password of a login: the one that matches, or one of several that the user picks, is opened with a
    /// new password; if none matches a new login is made.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it; its password is the new one.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: not looked at.
    ///   - completion: gets what was saved, with the password before.
    public func changePasswordForLogin(
        forURLString urlString: String?, loginDetails details: [AnyHashable: Any]?,
        passwordGenerationOptions options: [AnyHashable: Any]?, for parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        let request = Result { () throws(PasswordManagerError) in
            try PasswordManagerRequest.change(
                urlString, LoginDetails(details), PasswordGenerationOptions(options, orFrom: details))
        }
        ask(request, parent, completion)
    }

    /// Changes the password of a login that the program describes with objects; else the same.
    ///
    /// - Parameters:
    ///   - urlString: what the login is for.
    ///   - details: what the program knows of it; its password is the new one.
    ///   - options: what a generated password is to be like.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: not looked at.
    ///   - completion: gets what was saved, with the password before.
    @_disfavoredOverload
    public func changePasswordForLogin(
        forURLString urlString: String?, loginDetails details: NSDictionary?,
        passwordGenerationOptions options: NSDictionary?, for parent: Any?, sender: Any?,
        completion: @escaping LoginHandler
    ) {
        changePasswordForLogin(
            forURLString: urlString, loginDetails: details?.entries, passwordGenerationOptions: options?.entries,
            for: parent, sender: sender, completion: completion)
    }
}

extension NSDictionary {
    /// The entries as Swift has them. What is no key of a Swift dictionary stays an object, and is found to be none of
    /// ours.
    fileprivate var entries: [AnyHashable: Any] {
        if let entries = self as? [AnyHashable: Any] { return entries }
        var entries: [AnyHashable: Any] = [:]
        for case let (key as NSObject, value) in self { entries[AnyHashable(key)] = value }
        return entries
    }
}
