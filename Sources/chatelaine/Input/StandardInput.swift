import Foundation
import Glibc
import Secrets

/// Secrets that another program writes to standard input.
enum StandardInput {
    /// The largest secret that a keychain stores, in bytes.
    static let largestSecret = 16 << 20
    /// The largest passcode that is accepted, in bytes; users type shorter ones.
    static let largestPasscode = 4096

    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads all that is left of standard input, without one newline at its end.
    static func secret() throws -> Data {
        var result = Data()
        var chunk = SecretBytes(zeros: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try readSome(into: $0) }
            guard count > 0 else { break }
            chunk.withUnsafeBytes { result.append(contentsOf: $0[..<count]) }
            // One more byte than the largest secret may come: its newline.
            guard result.count <= largestSecret + 1 else { throw tooLarge }
        }
        if result.last == UInt8(ascii: "\n") { result.removeLast() }
        guard result.count <= largestSecret else { throw tooLarge }
        return result
    }

    private static var tooLarge: Failure {
        Failure(
            .failed, "the secret on standard input is larger than 16 MiB",
            remedy: "store a key here, and what it encrypts in a file")
    }

    /// Reads the next line of standard input, without its newline, and takes no byte after it.
    static func passcode() throws -> SecretBytes {
        try line(
            of: "a passcode", remedy: "write one passcode per line, in the order that --help shows")
    }

    /// Reads the next line in the same way, for any other secret of one line.
    ///
    /// - Parameters:
    ///   - expected: the expected content of the line, for the error if there is none.
    ///   - remedy: the advice of that error.
    static func line(of expected: String, remedy: String) throws -> SecretBytes {
        var line = SecretBytes(zeros: largestPasscode)
        let count = try line.withUnsafeMutableBytes { try readLine(into: $0) { try readSome(into: $0) } }
        guard let count else {
            throw Failure(.usage, "standard input ended where \(expected) was expected", remedy: remedy)
        }
        return line.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Reads byte by byte up to a newline. Returns the number of bytes before it, or `nil` if the input ended at once.
    static func readLine(
        into buffer: UnsafeMutableRawBufferPointer, read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> Int? {
        var count = 0
        while true {
            guard count < buffer.count else {
                throw Failure(.usage, "the line is longer than \(buffer.count) bytes", remedy: "use a shorter one")
            }
            let got = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[count...count]))
            guard got > 0 else { return count == 0 ? nil : count }
            if buffer[count] == UInt8(ascii: "\n") { return count }
            count += 1
        }
    }

    private static func readSome(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try readSome(of: STDIN_FILENO, into: buffer)
    }

    static func readSome(of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw Failure(
                    .failed, "the input cannot be read: \(String(cString: strerror(errno)))",
                    remedy: "see where it comes from; nothing was changed")
            }
        }
    }
}
