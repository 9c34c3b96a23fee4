/// The address of a web page, without user, password and fragment.
///
/// Specified in: website-matching 1.
public struct PageAddress: Hashable, Sendable {
    /// The scheme of a page.
    public enum Scheme: String, Hashable, Sendable {
        /// Without encryption: an attacker on the network path can read and change the page.
        case http
        /// Over TLS.
        case https

        /// The default port of the scheme.
        var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The host.
    public let host: WebHost
    /// The port; `nil` for the scheme's default (80, 443).
    public let port: UInt16?
    /// The path, which begins with a slash; dot segments are resolved, and non-ASCII characters are percent-encoded.
    public let path: String
    /// The query after the question mark; `nil` if it is empty.
    public let query: String?

    /// The registrable domain of the host, or its whole name if it has none.
    public var nakedDomain: String { host.nakedDomain }

    /// The origin: scheme, host and port, which browsers isolate from other origins.
    public var origin: String { "\(scheme.rawValue)://\(host.name)" + (port.map { ":\($0)" } ?? "") }

    /// The path and the query as in the address.
    public var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

    /// The same page over TLS.
    var secured: PageAddress {
        PageAddress(scheme: .https, host: host, port: port, path: path, query: query)
    }

    init(scheme: Scheme, host: WebHost, port: UInt16?, path: String, query: String?) {
        self.scheme = scheme
        self.host = host
        self.port = port == scheme.defaultPort ? nil : port
        self.path = path
        self.query = query
    }
}

extension PageAddress: CustomStringConvertible {
    /// The canonical form of the address.
    public var description: String { origin + pathAndQuery }
}
