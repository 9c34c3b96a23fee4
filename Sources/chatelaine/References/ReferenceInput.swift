import Foundation
import Glibc
import LinuxSupport
import SecretReferences

/// Templates and environment files, read whole.
enum ReferenceInput {
    /// Reads a file, or standard input for `nil` and `-`.
    ///
    /// - Parameter limit: in bytes. A longer file is an error of the parser, which gets one byte more.
    static func bytes(_ path: String?, limit: Int) throws -> [UInt8] {
        let path = path == "-" ? nil : path
        var descriptor = STDIN_FILENO
        if let path {
            descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
            guard descriptor >= 0 else {
                throw Failure(
                    .failed, "“\(path)” cannot be opened: \(String(cString: strerror(errno)))",
                    remedy: "check the name; nothing was written or started")
            }
        }
        defer { if path != nil { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try chunk.withUnsafeMutableBytes { try StandardInput.readSome(of: descriptor, into: $0) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Parses an argument.
    static func reference(_ text: String) throws -> SecretReference {
        do throws(SecretReferenceError) {
            return try SecretReference(parsing: text)
        } catch {
            throw Failure.usage(error.reason, remedy: error.remedy)
        }
    }
}
