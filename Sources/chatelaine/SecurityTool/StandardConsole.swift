import Foundation
import Glibc
import LinuxSupport
import Secrets
import SecurityCommand

/// The streams and the terminal of this process.
struct StandardConsole: Console {
    func write(_ bytes: UnsafeRawBufferPointer) throws { try StandardStreams.write(Data(bytes)) }

    func complain(_ text: String) { StandardStreams.complain(text) }

    func secret(_ prompt: String) throws -> SecretBytes? { try Terminal()?.secret(prompt) }

    func line(_ prompt: String) throws -> String? { try Terminal()?.lineOrEnd(answering: prompt) }

    func nextLine() throws -> String? {
        var line = SecretBytes(zeros: Self.longestLine)
        let count = try line.withUnsafeMutableBytes { buffer in
            try StandardInput.readLine(into: buffer) { try StandardInput.readSome(of: STDIN_FILENO, into: $0) }
        }
        return line.withUnsafeBytes { bytes in
            count.map { String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<$0]), as: UTF8.self) }
        }
    }

    func input(atMost limit: Int) throws -> [UInt8]? {
        var (input, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = try chunk.withUnsafeMutableBytes { try StandardInput.readSome(of: STDIN_FILENO, into: $0) }
            guard count > 0 else { return input }
            input += chunk[..<count]
            guard input.count <= limit else { return nil }
        }
    }

    /// The longest command that is read, in bytes.
    private static let longestLine = 65536

    var isInteractive: Bool { StandardInput.isTerminal }
}
