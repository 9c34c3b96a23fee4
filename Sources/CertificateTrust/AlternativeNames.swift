/// The alternative names of a certificate's subject that evaluation compares.
///
/// Specified in: RFC 5280, 4.2.1.6.
struct AlternativeNames {
    private(set) var hosts: [ArraySlice<UInt8>] = []
    private(set) var addresses: [ArraySlice<UInt8>] = []
    private(set) var emails: [ArraySlice<UInt8>] = []

    /// The number of names that are read: a certificate of 1 MiB could have a hundred thousand.
    private static let most = 10_000

    /// Reads the names of a certificate; nil if it has no such extension or a malformed one.
    init?(_ contents: CertificateContents) {
        guard let value = contents.value(of: [0x55, 0x1d, 0x11]),
            var names = DERReader.only(DERTag.sequence, in: value)?.reader
        else { return nil }
        var count = 0
        while !names.isAtEnd {
            guard let name = names.next(), count < Self.most else { return nil }
            count += 1
            switch name.tag {
            case DERTag.context(1, isConstructed: false): emails.append(name.content)
            case DERTag.context(2, isConstructed: false): hosts.append(name.content)
            case DERTag.context(7, isConstructed: false): addresses.append(name.content)
            default: break
            }
        }
    }
}
