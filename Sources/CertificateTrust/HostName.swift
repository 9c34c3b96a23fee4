import Glibc

/// The host that a program wants to reach: a domain name or an IP address.
///
/// Specified in: RFC 9525, 6.
struct HostName {
    private enum Kind {
        case labels([[UInt8]])
        case address([UInt8])
        /// Nothing that a certificate can name.
        case invalid
    }

    private let kind: Kind

    /// - Parameter text: a domain name, with A-labels where it is internationalised, also with a dot at its end; or an address of IPv4 or
    ///   IPv6.
    init(_ text: String) {
        if let address = Self.address(text) {
            kind = .address(address)
        } else {
            kind = Self.labels(Array(text.utf8), isPattern: false).map(Kind.labels) ?? .invalid
        }
    }

    /// Whether two texts name the same host. What names no host, as an address of e-mail, is compared without regard to case.
    static func isSame(_ one: String, _ other: String) -> Bool {
        switch (HostName(one).kind, HostName(other).kind) {
        case (.labels(let one), .labels(let other)): one == other
        case (.address(let one), .address(let other)): one == other
        default: one.lowercased() == other.lowercased()
        }
    }

    /// Whether the names of a certificate include this host.
    func isAmong(_ names: AlternativeNames) -> Bool {
        switch kind {
        case .labels(let labels): names.hosts.contains { Self.matches(labels, Array($0)) }
        case .address(let address): names.addresses.contains { $0.elementsEqual(address) }
        case .invalid: false
        }
    }

    private static func matches(_ labels: [[UInt8]], _ pattern: [UInt8]) -> Bool {
        guard let presented = Self.labels(pattern, isPattern: true), presented.count == labels.count else {
            return false
        }
        guard presented.first == wildcard else { return presented == labels }
        // “*” stands for one label, and not for all names of a top-level domain.
        return labels.count > 2 && presented.dropFirst() == labels.dropFirst()
    }

    private static let wildcard = [UInt8(ascii: "*")]

    /// Splits a name into labels in small letters; nil for what is no domain name.
    private static func labels(_ name: [UInt8], isPattern: Bool) -> [[UInt8]]? {
        // A dot at the end of what the program gives says that the name is a whole one, as it is in a certificate without a dot.
        let whole = !isPattern && name.last == UInt8(ascii: ".") ? name.dropLast() : name[...]
        guard !whole.isEmpty, whole.count <= 253 else { return nil }
        let labels = whole.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            $0.map(lowercase)
        }
        let names = isPattern && labels.first == wildcard ? labels.dropFirst() : labels[...]
        guard names.allSatisfy(isLabel), let last = names.last else { return nil }
        // “1.2.3” is an address that is not one.
        return last.allSatisfy(isDigit) ? nil : labels
    }

    private static func isLabel(_ label: [UInt8]) -> Bool {
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { (0x61...0x7a).contains($0) || isDigit($0) || $0 == hyphen || $0 == UInt8(ascii: "_") }
    }

    private static let hyphen = UInt8(ascii: "-")
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    private static func address(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(0) else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
