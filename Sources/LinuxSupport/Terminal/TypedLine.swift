import Secrets

/// A line as it is typed in a terminal that neither shows nor edits it by itself, in guarded memory.
package struct TypedLine: ~Copyable {
    /// What a byte from the terminal meant.
    package enum Step: ~Copyable {
        /// It became part of the line, changed it, or meant nothing.
        case nothing
        /// Esc, ^C, or ^D where nothing has been typed.
        case cancel
        /// The line is complete. UTF-8, unless the terminal sends something else; without the line's end.
        case line(SecretBytes)
    }

    /// In bytes; what is typed beyond it is dropped.
    package static let longest = 4096

    private var bytes = SecretBytes(zeros: Self.longest)
    /// In bytes.
    package private(set) var count = 0
    private enum Sequence {
        case none
        /// An escape was followed by something.
        case begun
        /// It ends with a letter or “~” (ECMA-48, 5.4).
        case control
        /// One more byte, as of function keys, and of arrows in the terminal's application mode.
        case single
    }
    /// The rest of an escape sequence is passed over.
    private var sequence = Sequence.none

    /// An empty line.
    package init() {}

    /// Forgets what was typed.
    package mutating func clear() {
        bytes.withUnsafeMutableBytes { wipe($0) }
        count = 0
    }

    /// What has been typed so far, as a string, which nobody wipes: for lines that are no secret.
    package borrowing func text() -> String {
        bytes.withUnsafeBytes { String(decoding: $0[..<count], as: UTF8.self) }
    }

    /// Takes the next byte from the terminal.
    ///
    /// - Parameter hasMore: whether another one has come already. What follows an escape at once belongs to it, as with arrow keys.
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

    /// A character of UTF-8 has all its bytes removed.
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
