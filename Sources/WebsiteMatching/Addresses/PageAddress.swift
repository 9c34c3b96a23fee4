/// The address of a page of the web, without user, password and fragment.
///
/// Specified in: website-matching 1.
public struct PageAddress: Hashable, Sendable {
    /// How the page travels.
    public enum Scheme: String, Hashable, Sendable {
        /// Anybody on the way reads and changes it.
        case http
        /// Over TLS.
        case https

        /// The port that is not written.
        var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    /// How the page travels.
    public let scheme: Scheme
    /// Where it comes from.
    public let host: WebHost
    /// nil for the scheme's own (80, 443).
    public let port: UInt16?
    /// Begins with a slash; dots as segments are resolved, and what is not ASCII is percent-encoded.
    public let path: String
    /// What follows the question mark; nil if nothing does.
    public let query: String?

    /// The registrable domain of the host, or its whole name if it has none.
    public var nakedDomain: String { host.nakedDomain }

    /// Scheme, host and port: what browsers keep apart from all others.
    public var origin: String { "\(scheme.rawValue)://\(host.name)" + (port.map { ":\($0)" } ?? "") }

    /// Path and query as they are written in the address.
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
    /// The address in its one form.
    public var description: String { origin + pathAndQuery }
}
