import Foundation
import LinuxSupport
import Secrets
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

/// What libqrencode draws libzbar reads. Left out where the libraries are not installed.
@Suite(.enabled(if: QRCodeLibraries.areInstalled)) struct QRCodeTests {
    static let text =
        "otpauth://totp/ACME%20Co:john@example.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co"

    static func string(_ bytes: borrowing SecretBytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    static func read(_ file: [UInt8]) throws -> SecretBytes {
        try SecretBytes(copying: file).withUnsafeBytes { try QRCodeReader.read(image: $0) }
    }

    @Test(arguments: [false, true])
    func aCodeInAPNGIsRead(isInverted: Bool) throws {
        let code = try QRCode(encoding: SecretBytes(copying: Self.text.utf8))
        let picture = Picture(code, isInverted: isInverted)
        let read = try Self.read(picture.png())
        #expect(Self.string(read) == Self.text)
    }

    @Test func aCodeInAJPEGFileIsRead() throws {
        let code = try QRCode(encoding: SecretBytes(copying: Self.text.utf8))
        let path = NSTemporaryDirectory() + "chatelaine-\(UUID().uuidString).jpg"
        defer { unlink(path) }
        try Data(Picture(code).jpeg()).write(to: URL(fileURLWithPath: path))
        #expect(Self.string(try QRCodeReader.read(imageAt: path)) == Self.text)
    }

    @Test func anImageWithoutACodeOrWithTwoIsAnError() throws {
        let one = Picture(try QRCode(encoding: SecretBytes(copying: "one".utf8)))
        let other = Picture(try QRCode(encoding: SecretBytes(copying: "another".utf8)))
        for (picture, word) in [(Picture(width: 100, height: 80), "no QR code"), (one.beside(other), "several")] {
            let error = #expect(throws: QRCodeError.self) {
                _ = try Self.read(picture.png())
            }
            #expect(error?.reason.contains(word) == true)
        }
        let twice = try Self.read(one.beside(one).png())
        #expect(Self.string(twice) == "one")
    }

    @Test func malformedImageIsAnError() throws {
        let png = try Picture(width: 30, height: 30).png()
        var large = png
        // Width and height stand after the signature and the name of the first chunk.
        large.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
        for bytes in [
            [], Array("GIF89a".utf8), Array(png.prefix(20)), Array(png.prefix(60)), large, [0xFF, 0xD8, 0xFF, 0xE0],
        ] {
            #expect(throws: QRCodeError.self) { _ = try Self.read(bytes) }
        }
        #expect(throws: QRCodeError.self) { _ = try GrayImage(width: 16_384, height: 16_384) }
        #expect(throws: QRCodeError.self) { _ = try GrayImage(width: 20_000, height: 1) }
    }

    @Test(arguments: ["/nonexistent", "/dev/zero", "/", "/dev/null"])
    func nonFileIsAnError(path: String) {
        let error = #expect(throws: QRCodeError.self) { _ = try QRCodeReader.read(imageAt: path) }
        #expect(error?.reason.contains(path) == true)
    }

    /// The pictures of the lines are the code again, with a white margin of four modules.
    @Test func aTerminalShowsTheCodeInColoursOfItsOwn() throws {
        let code = try QRCode(encoding: SecretBytes(copying: Self.text.utf8))
        let lines = Self.string(code.terminalText()).split(separator: "\n")
        #expect(lines.count == (code.side + 9) / 2)
        let colours = "\u{1B}[38;5;16;48;5;231m"
        for (index, line) in lines.enumerated() {
            #expect(line.hasPrefix(colours) && line.hasSuffix("\u{1B}[0m"))
            let blocks = Array(line.dropFirst(colours.count).dropLast(4))
            #expect(blocks.count == code.side + 8)
            for (column, block) in blocks.enumerated() {
                let (row, column) = (index * 2 - 4, column - 4)
                #expect("█▀".contains(block) == code.isDark(row: row, column: column))
                #expect("█▄".contains(block) == code.isDark(row: row + 1, column: column))
            }
        }
    }

    @Test(arguments: [0, 1025])
    func aTextIsNeitherEmptyNorTooLong(count: Int) {
        #expect(throws: QRCodeError.self) { _ = try QRCode(encoding: SecretBytes(zeros: count)) }
    }

    @Test func theLongestTextIsDrawn() throws {
        let code = try QRCode(encoding: SecretBytes(copying: String(repeating: "a", count: 1024).utf8))
        #expect((100...177).contains(code.side))
    }
}

@Test func aMissingLibraryIsNamedWithItsPackage() {
    let error = #expect(throws: MissingLibrary.self) { try SharedLibrary("libchatelaine-nowhere.so.1") }
    #expect(error?.name == "libchatelaine-nowhere.so.1")
    let said = error.map { QRCodeError($0, package: "libnowhere1") }
    #expect(said?.reason.contains("libchatelaine-nowhere.so.1") == true && said?.remedy.contains("libnowhere1") == true)
    #expect(throws: MissingLibrary.self) { try SharedLibrary("libc.so.6").function("nosuchfunction", as: Int.self) }
}

private enum QRCodeLibraries {
    static let areInstalled = ["libqrencode.so.4", "libzbar.so.0", "libpng16.so.16", "libturbojpeg.so.0"].allSatisfy {
        (try? SharedLibrary($0)) != nil
    }
}

/// A picture in gray, and how it becomes a file.
private struct Picture {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = Array(repeating: 255, count: width * height)
    }

    /// Six pixels for a module, four modules of margin.
    init(_ code: borrowing QRCode, isInverted: Bool = false) {
        let side = (code.side + 8) * 6
        self.init(width: side, height: side)
        for row in 0..<side {
            for column in 0..<side {
                let isDark = code.isDark(row: row / 6 - 4, column: column / 6 - 4)
                pixels[row * side + column] = isDark == isInverted ? 255 : 0
            }
        }
    }

    func beside(_ other: Picture) -> Picture {
        var result = Picture(width: width + other.width, height: max(height, other.height))
        for (picture, left) in [(self, 0), (other, width)] {
            for row in 0..<picture.height {
                for column in 0..<picture.width {
                    result.pixels[row * result.width + left + column] = picture.pixels[row * picture.width + column]
                }
            }
        }
        return result
    }

    func png() throws -> [UInt8] {
        typealias Write =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>, Int32, UnsafeRawPointer?,
                Int32,
                UnsafeRawPointer?
            ) -> Int32
        let write: Write = try SharedLibrary("libpng16.so.16").function("png_image_write_to_memory")
        var image = [UInt32](repeating: 0, count: 26)
        (image[2], image[3], image[4]) = (1, UInt32(width), UInt32(height))
        var file = [UInt8](repeating: 0, count: pixels.count * 2 + 10_000)
        var count = file.count
        let result = image.withUnsafeMutableBytes { image in
            file.withUnsafeMutableBytes { file in
                guard let image = image.baseAddress else { return Int32(0) }
                return write(image, file.baseAddress, &count, 0, pixels, Int32(width), nil)
            }
        }
        try #require(result == 1)
        return Array(file.prefix(count))
    }

    func jpeg() throws -> [UInt8] {
        typealias Start = @convention(c) () -> UnsafeMutableRawPointer?
        typealias Compress =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeRawPointer?, Int32, Int32, Int32, Int32,
                UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>, Int32, Int32, Int32
            ) -> Int32
        typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32
        typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
        let library = try SharedLibrary("libturbojpeg.so.0")
        let start: Start = try library.function("tjInitCompress")
        let compress: Compress = try library.function("tjCompress2")
        let end: End = try library.function("tjDestroy")
        let free: Free = try library.function("tjFree")
        let handle = try #require(start())
        defer { _ = end(handle) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        // Gray pixels (6), as a gray picture (3), of a quality of 60 in 100.
        try #require(
            compress(handle, pixels, Int32(width), Int32(width), Int32(height), 6, &file, &count, 3, 60, 0) == 0)
        defer { free(file) }
        return Array(UnsafeBufferPointer(start: file, count: Int(count)))
    }
}
