import AsymmetricKeys
import ExchangeFormats
import Foundation
import LinuxSupport
import Secrets

/// The input and the output of `cms`. The output is written at the end, and only if there was no error.
struct MessageFiles {
    private let (input, output): (String?, String?)
    private let console: any Console

    init(_ options: MessageOptions, _ console: any Console) {
        (input, output, self.console) = (options.input, options.output, console)
    }

    /// Returns the input: 16 MiB at most.
    func read() throws -> [UInt8] {
        guard input == nil else { return try read(input ?? "") }
        guard let bytes = try console.input(atMost: ExchangeLimits.file) else {
            throw Ending(1, "security: the input is larger than 16 MiB")
        }
        return [UInt8](bytes)
    }

    /// Returns a file that an option names.
    func read(_ path: String) throws -> [UInt8] { [UInt8](try contents(of: path).copied) }

    func write(_ bytes: [UInt8]) throws { try bytes.withBytes { try write($0, isSecret: false) } }

    /// - Parameter isSecret: whether other users cannot read a file that is made.
    func write(_ bytes: UnsafeRawBufferPointer, isSecret: Bool) throws {
        guard let output else { return try console.write(bytes) }
        try OutputFile.write(bytes, to: output, isSecret: isSecret)
    }

    func complain(_ text: String) { console.complain(text) }
}

/// Runs an operation on messages; any failure ends with 1.
func reading<Result: ~Copyable>(_ body: () throws(ExchangeError) -> Result) throws -> Result {
    do throws(ExchangeError) {
        return try body()
    } catch { throw Ending(1, "security: cms: \(error.reason)") }
}
