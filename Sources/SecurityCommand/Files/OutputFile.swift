import Foundation
import Glibc
import LinuxSupport

/// A file that an argument names, and that is made or replaced.
enum OutputFile {
    /// Writes a file.
    ///
    /// - Parameter isSecret: whether other users cannot read it, if it is made.
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String, isSecret: Bool) throws {
        let descriptor = Descriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isSecret ? 0o600 : 0o666))
        guard let descriptor, descriptor.write(bytes).errno == 0 else {
            throw Ending(1, "security: “\(UntrustedText.forTerminal(path))” cannot be written")
        }
    }
}
