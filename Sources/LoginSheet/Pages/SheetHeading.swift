import WebsiteMatching

/// The heading of every page: the requesting program and its request.
public struct SheetHeading: Sendable {
    /// The requesting program.
    public let caller: SheetCaller
    /// The site: a host in its display form, `app://…`, or an opaque name.
    public let site: String
    /// The warning if the site's host may be confused with another; otherwise `nil`.
    public let warning: LookAlikeWarning?
    /// Whether the page is on http, so that an attacker on the network path can read the values that it gets.
    public let isUnencrypted: Bool
    /// Whether this is the program's first request for this site.
    public let isFirstRequest: Bool
    /// The requested operation.
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
    /// The website to save with a new login: without the query, which may contain confidential values.
    var toSave: String {
        guard case .page(let page) = self else { return description }
        return page.path == "/" ? page.origin : page.origin + page.path
    }

    /// The default title of a login.
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
