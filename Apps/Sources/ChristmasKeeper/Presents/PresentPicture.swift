import Foundation
import GtkSupport

/// The picture of a present: made from the user's file, with nothing of it but the visible pixels.
struct PresentPicture: Sendable {
    /// The largest number of pixels of the longer side.
    static let mostPixels = 1_600
    /// The side of the square in the list, in pixels, for screens of double density.
    static let thumbnailSide = 148

    let pixels: Pixels
    let picture: Data
    let thumbnail: Data

    /// The media types of files that can be chosen.
    static let types = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    /// Reads a picture file. Must not be called on the main thread.
    init(file path: String) throws(PictureError) {
        try self.init(PictureReader.bytes(ofFile: path))
    }

    /// - Parameter data: the content of a picture file.
    init(_ data: Data) throws(PictureError) {
        pixels = try PictureReader.pixels(of: data, atMost: Self.mostPixels)
        guard let picture = pixels.encoded(), let thumbnail = pixels.square(Self.thumbnailSide)?.encoded() else {
            throw .notAPicture
        }
        (self.picture, self.thumbnail) = (picture, thumbnail)
    }
}

extension PictureError {
    /// The message to the user, with advice.
    @MainActor var message: String {
        switch self {
        case .notAPicture: text("This file is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.")
        case .tooManyBytes(let most):
            text("This picture is too large. Choose one of at most {number} MB.", ["number": "\(most >> 20)"])
        case .tooManyPixels(let most):
            text(
                "This picture has too many pixels. Choose one of at most {number} million.",
                ["number": "\(most / 1_000_000)"])
        case .unreadable(let reason): text("The picture cannot be read: {reason}.", ["reason": reason])
        }
    }
}
