import WebsiteMatching

/// What stands above every page: who asks for what.
public struct SheetHeading: Sendable {
    /// Who asks.
    public let caller: SheetCaller
    /// What for: a host as it is to be shown to people, `app://…`, or the program's own name for it.
    public let site: String
    /// Why the site may be taken for another; nil if it may not.
    public let warning: LookAlikeWarning?
    /// Whether everybody on the way reads what the page gets.
    public let isUnencrypted: Bool
    /// Whether this program has not asked for this site before.
    public let isFirstRequest: Bool
    /// What is to be done.
    public let operation: SheetRequest.Operation

    init(_ request: SheetRequest, _ address: WebAddress?) {
        caller = request.caller
        isFirstRequest = request.isFirstRequestForSite
        operation = request.operation
        guard case .page(let page)? = address else {
            (site, warning, isUnencrypted) = (address?.description ?? "", nil, false)
            return
        }
        isUnencrypted = page.scheme == .http
        warning = page.host.warning
        let host = page.host.displayName + (page.port.map { ":\($0)" } ?? "")
        site = isUnencrypted ? "http://" + host : host
    }
}

extension WebAddress {
    /// The website to save a new login with: without the query, in which sites put what is meant for nobody else.
    var toSave: String {
        guard case .page(let page) = self else { return description }
        return page.path == "/" ? page.origin : page.origin + page.path
    }

    /// What to call a login that nobody has given a name.
    var title: String {
        switch self {
        case .page(let page):
            page.host.warning == nil && page.host.displayName == page.host.name
                ? page.nakedDomain : page.host.displayName
        case .app(let identifier): identifier
        case .opaque(let key): key
        }
    }
}
