// Filling web pages, with completion handlers.

extension PasswordManagerExtension {
    /// Fills the page of a web view: the user picks an item.
    ///
    /// - Parameters:
    ///   - webView: the web view: a ``WebPage``.
    ///   - parent: the window of the program, if it is a ``PresentationParent``.
    ///   - sender: what was tapped; not looked at.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - completion: is told whether the page has been filled.
    public func fillItem(
        intoWebView webView: Any?, for parent: Any?, sender: Any?, showOnlyLogins: Bool,
        completion: @escaping SuccessHandler
    ) {
        fill(webView, completion) { filling($0, for: parent, showsOnlyLogins: showOnlyLogins) }
    }

    /// Reads the page of a web view: the first half of filling it.
    ///
    /// - Parameters:
    ///   - webView: the web view: a ``WebPage``.
    ///   - completion: gets the page.
    public func createExtensionItem(forWebView webView: Any?, completion: @escaping ExtensionItemHandler) {
        start(Self.page(webView).work(reading)) { outcome in
            switch outcome {
            case .success(let item): completion(item, nil)
            case .failure(let error): completion(nil, error.nsError)
            }
        }
    }

    /// Has the user pick what a page is filled with: what comes between the two halves.
    ///
    /// - Parameters:
    ///   - item: the page.
    ///   - parent: the window of the program, if it is a ``PresentationParent``.
    ///   - sender: not looked at.
    ///   - showOnlyLogins: whether cards and identities are left out.
    ///   - completion: gets what ``fillReturnedItems(_:intoWebView:completion:)`` takes.
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

    /// Fills the page of a web view with what the user has picked: the second half.
    ///
    /// - Parameters:
    ///   - items: as they were returned; nil or none: the user has picked none.
    ///   - webView: the web view: a ``WebPage``.
    ///   - completion: is told whether the page has been filled.
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

    // MARK: - What is done

    func reading(_ page: any WebPage) -> PendingAnswer<ExtensionItem>.Work {
        { _ in await .of { () async throws(PasswordManagerError) in try await ExtensionItem(of: page) } }
    }

    func picking(
        _ item: ExtensionItem, for parent: Any?, showsOnlyLogins: Bool
    ) -> PendingAnswer<ReturnedItem>.Work {
        let parent = parent as? any PresentationParent
        return { [self] connection in
            await .of { () async throws(PasswordManagerError) in
                try item.check()
                return try await plan(
                    for: item, showsOnlyLogins: showsOnlyLogins, ParentWindow(of: parent), over: connection)
            }
        }
    }

    func filling(_ page: any WebPage, for parent: Any?, showsOnlyLogins: Bool) -> PendingAnswer<Void>.Work {
        let parent = parent as? any PresentationParent
        return { [self] connection in
            await .of { () async throws(PasswordManagerError) in
                let item = try await ExtensionItem(of: page)
                let picked = try await plan(
                    for: item, showsOnlyLogins: showsOnlyLogins, ParentWindow(of: parent), over: connection)
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
    /// Work on the web view, or none but to say that it is none.
    fileprivate func work<Value: Sendable>(
        _ make: (any WebPage) -> PendingAnswer<Value>.Work
    ) -> PendingAnswer<Value>.Work {
        switch self {
        case .success(let page): return make(page)
        case .failure(let error): return { _ in .failure(error) }
        }
    }
}
