import Glibc

/// Where a TPM is, in the words of libtss2 (a TCTI string): `device:/dev/tpmrm0`, or a software TPM for tests, `swtpm:path=/…`.
///
/// Only these two forms: libtss2 has others that load a library by its path or run a command, and the string may come from a file
/// that somebody has changed.
package struct TPMAddress: Hashable, Sendable, CustomStringConvertible {
    /// As libtss2 takes it.
    package let description: String
    /// What has to be there and be open to this process; nil for a port.
    let path: String?

    /// - Parameter text: `device:/dev/tpmrmN`, `device:/dev/tpmN`, `swtpm:path=PATH` (absolute) or `swtpm:host=127.0.0.1,port=N`.
    ///   Nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        description = text
        if let name = text.after("device:/dev/tpm") {
            let number = name.after("rm") ?? name
            guard Self.isNumber(number, digits: 3) else { return nil }
            path = "/dev/tpm" + name
        } else if let path = text.after("swtpm:path=") {
            // A comma would begin another setting.
            guard path.hasPrefix("/"), !path.contains(",") else { return nil }
            self.path = path
        } else if let port = text.after("swtpm:host=127.0.0.1,port=") {
            guard Self.isNumber(port, digits: 5) else { return nil }
            path = nil
        } else {
            return nil
        }
    }

    private static func isNumber(_ text: String, digits: Int) -> Bool {
        (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The machine's TPM, through the kernel's resource manager; nil if there is none.
    package static func ofMachine() -> TPMAddress? {
        let address = TPMAddress("device:/dev/tpmrm0")
        return address?.path.map { access($0, F_OK) == 0 } == true ? address : nil
    }

    /// libtss2 tells of nothing but an error of input and output.
    func checkAccess() throws(TPMError) {
        guard let path, access(path, R_OK | W_OK) != 0 else { return }
        throw TPMError(errno == EACCES || errno == EPERM ? .denied(description) : .absent(description))
    }
}

extension String {
    /// What follows `prefix`; nil if the string does not begin with it.
    fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
