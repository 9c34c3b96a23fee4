/// A line that is typed in a terminal without echo and line editing, in guarded memory.
package struct TypedLine: ~Copyable {
    /// The effect of a byte from the terminal.
    package enum Step: ~Copyable {
        /// It became part of the line, changed it, or was ignored.
        case nothing
        /// Esc, ^C, or ^D on an empty line.
        case cancel
        /// The line is complete. UTF-8, unless the terminal sends something else; without the newline.
        case line(SecretBytes)
    }

    /// The maximum length in bytes; further bytes are dropped.
    package static let longest = 4096

    private var bytes = SecretBytes(zeros: Self.longest)
    /// The length in bytes.
    package private(set) var count = 0
    private enum Sequence {
        case none
        /// The escape was followed by another byte.
        case begun
        /// A control sequence, which ends with a letter or “~” (ECMA-48, 5.4).
        case control
        /// One more byte follows, as for function keys, and for arrow keys in the terminal's application mode.
        case single
    }
    /// The state within an escape sequence, the rest of which is skipped.
    private var sequence = Sequence.none

    /// Creates an empty line.
    package init() {}

    /// Wipes the typed bytes.
    package mutating func clear() {
        bytes.withUnsafeMutableBytes { wipe($0) }
        count = 0
    }

    /// Returns the typed bytes as a string, which is not wiped: for lines that are not secret.
    package borrowing func text() -> String {
        bytes.withUnsafeBytes { String(decoding: $0[..<count], as: UTF8.self) }
    }

    /// Processes the next byte from the terminal.
    ///
    /// - Parameter hasMore: whether another byte is available. Bytes that follow an escape at once belong to it, as with arrow keys.
    package mutating func take(_ byte: UInt8, hasMore: () -> Bool) -> Step {
        if sequence != .none {
            sequence = Self.sequence(after: sequence, byte)
            return .nothing
        }
        switch byte {
        case 0x03: return .cancel
        case 0x04 where count == 0: return .cancel
        case 0x1b:
            guard hasMore() else { return .cancel }
            sequence = .begun
        case 0x0a, 0x0d:
            let typed = bytes.withUnsafeBytes {
                SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            clear()
            return .line(typed)
        case 0x08, 0x7f: removeCharacter()
        case 0x15: clear()
        case 0x00..<0x20: break
        default: append(byte)
        }
        return .nothing
    }

    private static func sequence(after sequence: Sequence, _ byte: UInt8) -> Sequence {
        switch (sequence, byte) {
        case (.begun, UInt8(ascii: "[")), (.control, UInt8(ascii: "[")): .control
        case (.begun, UInt8(ascii: "O")): .single
        case (.control, let byte) where !(0x40...0x7e).contains(byte): .control
        default: .none
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard count < bytes.count else { return }
        let index = count
        bytes.withUnsafeMutableBytes { $0[index] = byte }
        count += 1
    }

    /// Removes all bytes of the last UTF-8 character.
    private mutating func removeCharacter() {
        while count > 0 {
            count -= 1
            let index = count
            let removed = bytes.withUnsafeMutableBytes { bytes in
                defer { bytes[index] = 0 }
                return bytes[index]
            }
            if removed & 0xc0 != 0x80 { return }
        }
    }
}
