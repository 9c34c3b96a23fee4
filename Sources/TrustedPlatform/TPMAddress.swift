import Glibc

/// Where a TPM is, in the words of libtss2 (a TCTI string): `device:/dev/tpmrm0`, or a software TPM for tests, `swtpm:path=/…`.
///
/// Only these forms, which are ours to open: libtss2 has others, one of which runs a command, and the string may come from a file that
/// somebody has changed.
package struct TPMAddress: Hashable, Sendable, CustomStringConvertible {
    /// As libtss2 takes it.
    package let description: String
    let place: Place

    enum Place: Hashable, Sendable {
        case device(path: String)
        case socket(path: String)
        /// On this machine.
        case port(UInt16)
    }

    /// A place that no text names, for tests.
    init(_ description: String, at place: Place) {
        self.description = description
        self.place = place
    }

    /// - Parameter text: `device:/dev/tpmrmN`, `device:/dev/tpmN`, `swtpm:path=PATH` (absolute) or `swtpm:host=127.0.0.1,port=N`.
    ///   Nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        description = text
        if let name = text.after("device:/dev/tpm") {
            let number = name.after("rm") ?? name
            guard Self.isNumber(number, digits: 3) else { return nil }
            place = .device(path: "/dev/tpm" + name)
        } else if let path = text.after("swtpm:path=") {
            // A comma would begin another setting.
            guard path.hasPrefix("/"), !path.contains(",") else { return nil }
            place = .socket(path: path)
        } else if let port = text.after("swtpm:host=127.0.0.1,port=") {
            guard Self.isNumber(port, digits: 5), let number = UInt16(port) else { return nil }
            place = .port(number)
        } else {
            return nil
        }
    }

    private static func isNumber(_ text: String, digits: Int) -> Bool {
        (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The device file, if it is one.
    package var paths: [String] { if case .device(let path) = place { [path] } else { [] } }

    /// The machine's TPM, through the kernel's resource manager; nil if there is none.
    package static func ofMachine() -> TPMAddress? {
        access("/dev/tpmrm0", F_OK) == 0 ? TPMAddress("device:/dev/tpmrm0") : nil
    }
}

extension String {
    /// What follows `prefix`; nil if the string does not begin with it.
    fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
