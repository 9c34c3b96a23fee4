import Glibc

/// The address of a TPM in libtss2's syntax (a TCTI string): `device:/dev/tpmrm0`, or a software TPM for tests, `swtpm:path=/…`.
///
/// Only these forms, which this module opens itself: libtss2 has others, one of which runs a command, and the string may come from a
/// file that an attacker has changed.
package struct TPMAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as libtss2 accepts it.
    package let description: String
    let location: Location

    enum Location: Hashable, Sendable {
        case device(path: String)
        case socket(path: String)
        /// A TCP port on this machine.
        case port(UInt16)
    }

    /// Makes an address from a location that no text names, for tests.
    init(_ description: String, at location: Location) {
        self.description = description
        self.location = location
    }

    /// Parses an address.
    ///
    /// - Parameter text: `device:/dev/tpmrmN`, `device:/dev/tpmN`, `swtpm:path=PATH` (absolute) or `swtpm:host=127.0.0.1,port=N`.
    ///   Nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        description = text
        if let name = text.after("device:/dev/tpm") {
            let number = name.after("rm") ?? name
            guard Self.isNumber(number, digits: 3) else { return nil }
            location = .device(path: "/dev/tpm" + name)
        } else if let path = text.after("swtpm:path=") {
            // A comma would begin another setting.
            guard path.hasPrefix("/"), !path.contains(",") else { return nil }
            location = .socket(path: path)
        } else if let port = text.after("swtpm:host=127.0.0.1,port=") {
            guard Self.isNumber(port, digits: 5), let number = UInt16(port) else { return nil }
            location = .port(number)
        } else {
            return nil
        }
    }

    private static func isNumber(_ text: String, digits: Int) -> Bool {
        (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The path of the device file if the address is one, else empty.
    package var paths: [String] { if case .device(let path) = location { [path] } else { [] } }

    /// Checks, without a word to it, that there is a TPM which this process may use.
    ///
    /// - Throws: `.libraryMissing`, `.absent`, `.denied`, `.unreachable`.
    package func checkAvailability() throws(TPMError) {
        let path: String? =
            switch location {
            case .device(let path), .socket(let path): path
            case .port: nil
            }
        if let path, access(path, R_OK | W_OK) != 0 { throw TPMError(opening: description, errno) }
        // Last: a machine without a TPM does not load it.
        _ = try TSSLibrary()
    }

    /// Returns the machine's TPM, through the kernel's resource manager; nil if there is none.
    package static func ofMachine() -> TPMAddress? {
        access("/dev/tpmrm0", F_OK) == 0 ? TPMAddress("device:/dev/tpmrm0") : nil
    }
}

extension String {
    /// Returns the text after `prefix`; nil if the string does not begin with it.
    fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
