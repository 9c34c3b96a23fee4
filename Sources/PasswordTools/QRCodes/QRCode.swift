import LinuxSupport
import Secrets

/// A QR code, encoded by libqrencode.
///
/// Specified in: Docs/one-time-codes.md, "QR codes"; ISO/IEC 18004.
public struct QRCode: ~Copyable, Sendable {
    /// The number of modules, light or dark, in a row and in a column, without a margin.
    public let side: Int
    /// The modules row by row; 1 is dark.
    private let modules: SecretBytes

    /// The maximum size of the text in bytes: phones cannot read larger codes from a screen.
    public static let longest = 1024

    /// Encodes a text.
    ///
    /// - Parameter text: the text, at most 1,024 bytes.
    /// - Throws: if the text is empty or too long, or libqrencode is not installed.
    public init(encoding text: borrowing SecretBytes) throws(QRCodeError) {
        guard (1...Self.longest).contains(text.count) else {
            throw QRCodeError("a QR code holds 1 to \(Self.longest) bytes here", remedy: "use a shorter text")
        }
        let library: EncoderLibrary
        do { library = try EncoderLibrary() } catch { throw QRCodeError(error, package: "libqrencode4") }
        guard let code = text.withUnsafeBytes({ library.encode(Int32($0.count), $0.baseAddress, 0, 1) }) else {
            throw QRCodeError("libqrencode made no code of the text", remedy: "use a shorter text")
        }
        defer { library.free(code) }
        // The layout of `QRcode`: version and width as C integers, and a pointer to one byte per module.
        let side = Int(code.load(fromByteOffset: 4, as: Int32.self))
        let made = code.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
        // The sizes of the smallest and the largest code of the standard.
        guard let made, (21...177).contains(side) else {
            throw QRCodeError("libqrencode made a code of an invalid size", remedy: "install it again")
        }
        let bytes = UnsafeMutableRawBufferPointer(start: made, count: side * side)
        defer { wipe(bytes) }
        self.side = side
        modules = SecretBytes(count: bytes.count) { modules in
            for index in 0..<bytes.count { modules[index] = bytes[index] & 1 }
        }
    }

    /// Returns whether a module is dark. Modules outside of the code are light.
    public borrowing func isDark(row: Int, column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules.withUnsafeBytes { $0[row * side + column] == 1 }
    }

    /// Returns the code as text for a terminal with 256 colours, with a margin: dark on white regardless of the
    /// terminal's own colours, two rows per line.
    public borrowing func terminalText() -> SecretBytes {
        let margin = 4
        let colours = Array("\u{1B}[38;5;16;48;5;231m".utf8)
        let plain = Array("\u{1B}[0m\n".utf8)
        let width = side + 2 * margin
        let lines = (width + 1) / 2
        var text = SecretBytes(zeros: lines * (colours.count + 3 * width + plain.count))
        var count = 0
        text.withUnsafeMutableBytes { text in
            func add(_ bytes: [UInt8]) {
                UnsafeMutableRawBufferPointer(rebasing: text[count...]).copyBytes(from: bytes)
                count += bytes.count
            }
            for line in 0..<lines {
                add(colours)
                for column in -margin..<side + margin {
                    let row = line * 2 - margin
                    add(
                        Self.block(upper: isDark(row: row, column: column), lower: isDark(row: row + 1, column: column))
                    )
                }
                add(plain)
            }
        }
        return text.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private static func block(upper: Bool, lower: Bool) -> [UInt8] {
        switch (upper, lower) {
        case (true, true): Array("█".utf8)
        case (true, false): Array("▀".utf8)
        case (false, true): Array("▄".utf8)
        case (false, false): [0x20]
        }
    }
}

/// The functions of libqrencode that are used.
private struct EncoderLibrary {
    /// Encodes bytes. Version 0 chooses the smallest code that holds them; level 1 corrects 15 % of the code.
    typealias Encode = @convention(c) (Int32, UnsafeRawPointer?, Int32, Int32) -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

    let encode: Encode
    let free: Free

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libqrencode.so.4")
        encode = try library.function("QRcode_encodeData")
        free = try library.function("QRcode_free")
    }
}
