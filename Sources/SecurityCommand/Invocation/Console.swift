import Secrets

/// The streams and the terminal of the program that runs the command.
package protocol Console {
    /// Writes to standard output.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Writes to standard error. An error is ignored: it cannot be reported anywhere.
    func complain(_ text: String)
    /// Asks for a line on the terminal and does not show what is typed.
    ///
    /// - Returns: nil if there is no terminal, or the input ended.
    func secret(_ prompt: String) throws -> SecretBytes?
    /// Asks for a line on the terminal.
    ///
    /// - Returns: nil if there is no terminal, or the input ended.
    func line(_ prompt: String) throws -> String?
    /// Reads all of standard input; nil if there are more than `limit` bytes.
    func input(atMost limit: Int) throws -> [UInt8]?
    /// Reads a line of standard input; nil at its end.
    func nextLine() throws -> String?
    /// Whether standard input is a terminal.
    var isInteractive: Bool { get }
}

extension Console {
    /// Writes a text to standard output.
    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a line to standard output.
    func print(_ line: String) throws { try write(line + "\n") }
}
