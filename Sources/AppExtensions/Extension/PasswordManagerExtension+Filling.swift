// Filling web pages, with completion handlers.

extension PasswordManagerExtension {
    /// Fills the page of a web view: the user picks an item.
    ///
    /// - Parameters:
    ///   - webView: the web view: a ``WebPage``.
    ///   - parent: the window of the program, if it is a ``PresentationParent``.
    ///   - sender: the control that was activated; ignored.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - completion: receives whether the page was filled.
    public func fillItem(
        intoWebView webView: Any?, for parent: Any?, sender: Any?, showOnlyLogins: Bool,
        completion: @escaping SuccessHandler
    ) {
        fill(webView, completion) { filling($0, for: parent, showsOnlyLogins: showOnlyLogins) }
    }

    /// Reads the page of a web view: the first step of filling it.
    ///
    /// - Parameters:
    ///   - webView: the web view: a ``WebPage``.
    ///   - completion: receives the page.
    public func createExtensionItem(forWebView webView: Any?, completion: @escaping ExtensionItemHandler) {
        start(Self.page(webView).work(reading)) { outcome in
            switch outcome {
            case .success(let item): completion(item, nil)
            case .failure(let error): completion(nil, error.nsError)
            }
        }
    }

    /// Lets the user pick an item to fill a page with: the second step of filling it.
    ///
    /// - Parameters:
    ///   - item: the page.
    ///   - parent: the window of the program, if it is a ``PresentationParent``.
    ///   - sender: ignored.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - completion: receives the argument for ``fillReturnedItems(_:intoWebView:completion:)``.
    public func pickItems(
        forExtensionItem item: ExtensionItem, for parent: Any?, sender: Any?, showOnlyLogins: Bool,
        completion: @escaping ReturnedItemsHandler
    ) {
        start(picking(item, for: parent, showsOnlyLogins: showOnlyLogins)) { outcome in
            switch outcome {
            case .success(let item): completion([item], nil)
            case .failure(let error): completion(nil, error.nsError)
            }
        }
    }

    /// Fills the page of a web view with the item that the user has picked: the third step.
    ///
    /// - Parameters:
    ///   - items: the returned items; `nil` or an empty array means that the user has picked none.
    ///   - webView: the web view: a ``WebPage``.
    ///   - completion: receives whether the page was filled.
    public func fillReturnedItems(
        _ items: [Any]?, intoWebView webView: Any?, completion: @escaping SuccessHandler
    ) {
        let given = items ?? []
        let items = given.compactMap { $0 as? ReturnedItem }
        guard items.count == given.count else {
            return start({ _ in
                Result<Void, _>.failure(
                    PasswordManagerError(
                        .unexpectedData, "What is to be filled in was not returned by a password manager."))
            }) { outcome in completion(false, outcome.error?.nsError) }
        }
        fill(webView, completion) { filling($0, with: items) }
    }

    private func fill(
        _ webView: Any?, _ completion: @escaping SuccessHandler, _ work: (any WebPage) -> PendingAnswer<Void>.Work
    ) {
        start(Self.page(webView).work(work)) { outcome in
            completion(outcome.error == nil, outcome.error?.nsError)
        }
    }

    private static func page(_ webView: Any?) -> Result<any WebPage, PasswordManagerError> {
        guard let page = webView as? any WebPage else {
            return .failure(
                PasswordManagerError(
                    .unexpectedData, "The web view is none that can be filled: it has to be a WebPage."))
        }
        return .success(page)
    }

    // MARK: - Work

    func reading(_ page: any WebPage) -> PendingAnswer<ExtensionItem>.Work {
        { _ in await .of { () async throws(PasswordManagerError) in try await ExtensionItem(of: page) } }
    }

    func picking(
        _ item: ExtensionItem, for parent: Any?, showsOnlyLogins: Bool
    ) -> PendingAnswer<ReturnedItem>.Work {
        let parent = parent as? any PresentationParent
        return { [self] link in
            await .of { () async throws(PasswordManagerError) in
                try item.check()
                return try await plan(
                    for: item, showsOnlyLogins: showsOnlyLogins, SheetParent(of: parent), over: link)
            }
        }
    }

    func filling(_ page: any WebPage, for parent: Any?, showsOnlyLogins: Bool) -> PendingAnswer<Void>.Work {
        let parent = parent as? any PresentationParent
        return { [self] link in
            await .of { () async throws(PasswordManagerError) in
                let item = try await ExtensionItem(of: page)
                let picked = try await plan(
                    for: item, showsOnlyLogins: showsOnlyLogins, SheetParent(of: parent), over: link)
                try await picked.fill(page)
            }
        }
    }

    func filling(_ page: any WebPage, with items: [ReturnedItem]) -> PendingAnswer<Void>.Work {
        { _ in
            await .of { () async throws(PasswordManagerError) in
                guard !items.isEmpty else { throw PasswordManagerError.cancelled }
                for item in items { try await item.fill(page) }
            }
        }
    }
}

extension Result where Failure == PasswordManagerError, Success: Sendable {
    fileprivate static func of(
        _ body: () async throws(PasswordManagerError) -> Success
    ) async -> Result {
        do throws(PasswordManagerError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    fileprivate var error: PasswordManagerError? { if case .failure(let error) = self { error } else { nil } }
}

extension Result where Success == any WebPage, Failure == PasswordManagerError {
    /// Returns the work for the web view, or work that fails if the argument is not a web page.
    fileprivate func work<Value: Sendable>(
        _ make: (any WebPage) -> PendingAnswer<Value>.Work
    ) -> PendingAnswer<Value>.Work {
        switch self {
        case .success(let page): return make(page)
        case .failure(let error): return { _ in .failure(error) }
        }
    }
}
