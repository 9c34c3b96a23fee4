import CIDN2

/// Names of hosts with letters beyond ASCII, by libidn2: mapped as browsers do it (UTS #46, not transitional), then held to
/// IDNA2008 (RFC 5891).
enum InternationalName {
    /// The name in lower case and Punycode.
    ///
    /// The mapping may put any ASCII character into the result, such as `/` for a full-width one: look at it again.
    ///
    /// - Throws: `.internationalName` with libidn2's word for what is wrong.
    static func punycode(_ name: String) throws(WebAddressError) -> String {
        let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        var output: UnsafeMutablePointer<UInt8>?
        var input = Array(name.utf8)
        input.append(0)
        let status = idn2_lookup_u8(input, &output, flags)
        guard status == IDN2_OK.rawValue, let output else {
            throw .internationalName(String(cString: idn2_strerror_name(status)))
        }
        defer { idn2_free(output) }
        return String(cString: output)
    }

    /// The letters that a name in Punycode stands for.
    ///
    /// - Returns: nil if it stands for none: what can be decoded and does not become the same Punycode again is a name
    ///   that no registry gives out, whatever it looks like.
    static func letters(_ punycode: String) -> String? {
        var output: UnsafeMutablePointer<CChar>?
        guard idn2_to_unicode_8z8z(punycode, &output, 0) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        let letters = String(cString: output)
        guard let again = try? self.punycode(letters), again == punycode else { return nil }
        return letters
    }
}
