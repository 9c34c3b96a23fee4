import AppTesting
import Foundation
import GtkSupport
import Testing

@testable import ChristmasKeeper

/// Pictures come from anywhere.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HostilePictureTests {
    @Test(arguments: [
        (
            "garbage.png", "head -c 5000 /dev/urandom > \"$0\"",
            "This file is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file."
        ),
        ("large.png", "truncate -s 21M \"$0\"", "This picture is too large. Choose one of at most 20 MB."),
    ])
    func unusablePictureIsReported(_ name: String, _ script: String, _ message: String) throws {
        let house = try House.lived()
        let path = "\(house.stage.home)/\(name)"
        _ = try ChildProcess.run(["sh", "-c", script, path])
        try house.app.press("New Present")
        try house.app.enter("With a picture", into: "Details of the present")
        try house.choose(path)
        _ = try house.app.find(nil, message)
        try house.photograph("garbage")
        // What was written is still there.
        try house.app.press("Done")
        _ = try house.row("With a picture")
    }

    @Test func pictureThatIsCutIsShownAsFarAsItGoes() throws {
        let stage = try Stage(startsAgent: false)
        let path = stage.home + "/cut.png"
        _ = try ChildProcess.run(["sh", "-c", "convert -size 900x900 plasma: png:- | head -c 3000 > \"$0\"", path])
        #expect(try PresentPicture(file: path).pixels.width == 900)
    }

    @Test func fewBytesThatClaimManyPixelsTakeNoMemory() throws {
        // A PNG whose header says 60,000 × 60,000.
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        let header = Data("IHDR".utf8) + Data([0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0])
        data += header
        withUnsafeBytes(of: Self.checksum(header).bigEndian) { data += $0 }
        #expect(throws: PictureError.self) { try PresentPicture(data) }
    }

    @Test func pictureThatIsLargeIsMadeSmaller() throws {
        let stage = try Stage(startsAgent: false)
        let path = stage.home + "/wide.png"
        _ = try ChildProcess.run(["convert", "-size", "4000x1000", "gradient:", path])
        let picture = try PresentPicture(file: path)
        #expect(picture.pixels.width == PresentPicture.mostPixels && picture.pixels.height == 400)
        let thumbnail = try PictureReader.pixels(of: picture.thumbnail, atMost: 1_000)
        #expect(thumbnail.width == 148 && thumbnail.height == 148)
    }

    @Test(arguments: ["/dev/zero", "/", "/tmp/no such file"]) func nonFileDoesNotBlock(_ path: String) {
        #expect(throws: PictureError.self) { try PresentPicture(file: path) }
    }

    @Test func otherFormatsAreNotDecoded() {
        let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"file:///etc/passwd\"/></svg>"
        #expect(throws: PictureError.notAPicture) { try PresentPicture(Data(drawing.utf8)) }
        #expect(throws: PictureError.notAPicture) { try PresentPicture(Data()) }
    }

    private static func checksum(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
