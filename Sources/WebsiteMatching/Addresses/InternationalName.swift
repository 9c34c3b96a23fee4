import CIDN2

/// Internationalised host names, by libidn2: mapped as in browsers (UTS #46, non-transitional), then validated by IDNA2008 (RFC 5891).
enum InternationalName {
    /// Returns the name in lower case and Punycode.
    ///
    /// The mapping may produce any ASCII character, such as `/` from a full-width slash. The caller has to check the result.
    ///
    /// - Throws: `.internationalName` with libidn2's name of the error.
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

    /// Returns the Unicode form of a name in Punycode.
    ///
    /// - Returns: `nil` if there is none. A name that decodes but does not encode to the same Punycode again counts as invalid: no registry
    ///   accepts it.
    static func letters(_ punycode: String) -> String? {
        var output: UnsafeMutablePointer<CChar>?
        guard idn2_to_unicode_8z8z(punycode, &output, 0) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        let letters = String(cString: output)
        guard let again = try? self.punycode(letters), again == punycode else { return nil }
        return letters
    }
}
