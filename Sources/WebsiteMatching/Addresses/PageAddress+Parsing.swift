extension PageAddress {
    /// Parses an address.
    ///
    /// - Parameter rest: the text after `http://` or `https://`, without control characters.
    init(scheme: Scheme, rest: ArraySlice<UInt8>) throws(WebAddressError) {
        let parts = try AddressComponents(rest)
        self.init(
            scheme: scheme, host: try WebHost(parts.host), port: try Self.port(parts.port),
            path: AddressPath.canonicalPath(parts.path), query: AddressPath.canonicalQuery(parts.query))
    }

    /// Parses a domain without a scheme, which may have a port, a path and a query.
    ///
    /// - Returns: `nil` unless the domain contains a dot and its suffix is in the ICANN part of the public suffix list.
    init?(bareDomain text: ArraySlice<UInt8>) {
        guard let parts = try? AddressComponents(text), !parts.hasUser,
            let page = try? PageAddress(scheme: .https, rest: text),
            page.host.name.contains("."), PublicSuffixList.system.hasICANNSuffix(page.host.name)
        else { return nil }
        self = page
    }

    /// Parses a port. Empty digits mean no port, as in browsers.
    private static func port(_ digits: ArraySlice<UInt8>) throws(WebAddressError) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        guard digits.count <= 5, digits.allSatisfy(\.isDigit),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw .port }
        return port
    }
}

/// The components of an address after its scheme (RFC 3986, 3.2), without decoding.
private struct AddressComponents {
    var hasUser = false
    let host: ArraySlice<UInt8>
    let port: ArraySlice<UInt8>
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) throws(WebAddressError) {
        let withoutFragment = text.prefix { $0 != UInt8(ascii: "#") }
        let beforeQuery = withoutFragment.prefix { $0 != UInt8(ascii: "?") }
        guard !beforeQuery.contains(UInt8(ascii: "\\")) else { throw .backslash }
        var authority = beforeQuery.prefix { $0 != UInt8(ascii: "/") }
        path = beforeQuery[authority.endIndex...]
        query = withoutFragment[beforeQuery.endIndex...].dropFirst()
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
            // With two `@`, some programs read the host after the first and others after the last.
            authority = authority[authority.index(after: at)...]
            guard !authority.contains(UInt8(ascii: "@")) else { throw .userInfo }
            hasUser = true
        }
        let end = try Self.endOfHost(authority)
        host = authority[..<end]
        port = authority[end...].dropFirst()
    }

    /// Returns the index of the colon before the port, or the end.
    private static func endOfHost(_ authority: ArraySlice<UInt8>) throws(WebAddressError) -> Int {
        let colon = UInt8(ascii: ":")
        guard authority.first == UInt8(ascii: "[") else {
            let end = authority.firstIndex(of: colon) ?? authority.endIndex
            // An IPv6 address without brackets.
            guard !authority[end...].dropFirst().contains(colon) else { throw .ipv6 }
            return end
        }
        guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .ipv6 }
        let end = authority.index(after: bracket)
        guard end == authority.endIndex || authority[end] == colon else { throw .ipv6 }
        return end
    }
}
