// The functions with completion handlers, with the signatures that apps for iOS use.

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

    /// Finds a login: the user sees the matching ones, and picks one.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login: an address, `app://` and an identifier, or any name that the program
    ///     has chosen.
    ///   - parent: the window of the program, if it is a ``PresentationParent``; any other value, and `nil`, means no
    ///     window.
    ///   - sender: the control that was activated; ignored.
    ///   - completion: receives username, password and, if there is one, the one-time code.
    public func findLogin(
        forURLString urlString: String?, for parent: Any?, sender: Any?, completion: @escaping LoginHandler
    ) {
        ask(Result { () throws(PasswordManagerError) in try .find(urlString) }, parent, completion)
    }

    /// Stores a login: the user edits the program's proposal, and saves it. Without a password, one is generated.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: ignored.
    ///   - completion: receives the saved login.
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

    /// Stores a login that the program describes with objects; otherwise the same.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: ignored.
    ///   - completion: receives the saved login.
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

    /// Changes the password of a login: the matching one, or one of several that the user picks, is opened with a new
    /// password; if none matches, a new login is created.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows; the password is the new one.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: ignored.
    ///   - completion: receives the saved login, with the previous password.
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

    /// Changes the password of a login that the program describes with objects; otherwise the same.
    ///
    /// - Parameters:
    ///   - urlString: the purpose of the login.
    ///   - details: the details that the program knows; the password is the new one.
    ///   - options: the requirements for a generated password.
    ///   - parent: as for ``findLogin(forURLString:for:sender:completion:)``.
    ///   - sender: ignored.
    ///   - completion: receives the saved login, with the previous password.
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
    /// The entries as a Swift dictionary. A key that cannot be a key of a Swift dictionary remains an object, and is
    /// later rejected as unknown.
    fileprivate var entries: [AnyHashable: Any] {
        if let entries = self as? [AnyHashable: Any] { return entries }
        var entries: [AnyHashable: Any] = [:]
        for case let (key as NSObject, value) in self { entries[AnyHashable(key)] = value }
        return entries
    }
}
