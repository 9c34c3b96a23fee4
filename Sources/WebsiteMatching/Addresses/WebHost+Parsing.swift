import Glibc

extension WebHost {
    /// The maximum size of a DNS name, in bytes (RFC 1035, without the dot at the end).
    static let mostBytes = 253
    /// The maximum size of a label, in bytes.
    static let mostBytesOfLabel = 63
    /// The maximum size before the conversion to Punycode, in bytes: non-ASCII names may become shorter.
    private static let mostBytesOfInput = 1024

    /// Parses the host of an address: the text after `//` and the user, and before the port and the path.
    ///
    /// It accepts letters of any script and either case, one dot at the end, IPv4 addresses in four decimal numbers, and IPv6 addresses in
    /// brackets. Browsers accept further notations but do not show them.
    ///
    /// - Throws: the error that names the violated rule.
    init(_ text: ArraySlice<UInt8>) throws(WebAddressError) {
        guard !text.isEmpty else { throw .noHost }
        guard text.count <= Self.mostBytesOfInput else { throw .hostTooLong }
        guard text.first != UInt8(ascii: "[") else {
            self.init(checkedName: try Self.ipv6(text), isAddress: true)
            return
        }
        try Self.checkCharacters(text)
        var name = String(decoding: text, as: UTF8.self)
        if text.contains(where: { $0 >= 0x80 }) {
            name = try InternationalName.punycode(name)
            try Self.checkCharacters(name.utf8)
        }
        name = name.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let isAddress = try Self.checkLabels(name)
        self.init(checkedName: name, isAddress: isAddress)
    }

    /// Accepts characters of host names, and bytes of non-ASCII letters.
    ///
    /// Characters that browsers decode (`%41`) or drop (tabs) are refused: a name that needs them hides something.
    private static func checkCharacters(_ text: some Collection<UInt8>) throws(WebAddressError) {
        let isAllowed = text.allSatisfy { byte in
            byte >= 0x80 || byte.isLetterOrDigit
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
        }
        guard isAllowed else { throw .hostCharacter }
    }

    /// Checks the labels of a name.
    ///
    /// - Returns: whether the name is an IPv4 address.
    private static func checkLabels(_ name: String) throws(WebAddressError) -> Bool {
        guard !name.isEmpty else { throw .noHost }
        guard name.utf8.count <= mostBytes else { throw .hostTooLong }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        for label in labels {
            guard !label.isEmpty else { throw .emptyLabel }
            guard label.utf8.count <= mostBytesOfLabel else { throw .hostTooLong }
        }
        guard let last = labels.last, isNumber(last) else { return false }
        guard labels.count == 4, labels.allSatisfy(isPartOfIPv4) else { throw .ipv4Notation }
        return true
    }

    /// Whether a label is a number. If the last label is one, browsers parse the whole name as an IPv4 address, also in octal, hexadecimal
    /// or as one number.
    private static func isNumber(_ label: Substring) -> Bool {
        guard label.hasPrefix("0x") else { return label.utf8.allSatisfy(\.isDigit) }
        return label.utf8.dropFirst(2).allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    private static func isPartOfIPv4(_ label: Substring) -> Bool {
        guard label.utf8.allSatisfy(\.isDigit), label == "0" || !label.hasPrefix("0") else { return false }
        return UInt8(label) != nil
    }

    /// Returns the canonical form of an IPv6 address, in brackets. Zones (`%eth0`) are refused, as in browsers.
    private static func ipv6(_ text: ArraySlice<UInt8>) throws(WebAddressError) -> String {
        guard text.count >= 4, text.last == UInt8(ascii: "]") else { throw .ipv6 }
        let inner = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        var address = in6_addr()
        var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_pton(AF_INET6, inner, &address) == 1,
            inet_ntop(AF_INET6, &address, &written, socklen_t(written.count)) != nil
        else { throw .ipv6 }
        return "[" + written.prefix { $0 != 0 }.map { String(UnicodeScalar(UInt8(bitPattern: $0))) }.joined() + "]"
    }
}

extension UInt8 {
    /// Whether the byte is `0` to `9`.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is an ASCII letter or digit.
    var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
