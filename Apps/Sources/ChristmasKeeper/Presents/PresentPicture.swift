import Foundation
import GtkSupport

/// The picture of a present: made from somebody's file, without anything of it but what is seen.
struct PresentPicture: Sendable {
    /// The most pixels of its longer side.
    static let mostPixels = 1_600
    /// Pixels of the square in the list, for screens of double density.
    static let thumbnailSide = 148

    let pixels: Pixels
    let picture: Data
    let thumbnail: Data

    /// What files may be chosen.
    static let types = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    /// Not on the main thread.
    init(file path: String) throws(PictureError) {
        try self.init(PictureReader.bytes(ofFile: path))
    }

    /// - Parameter data: of a file.
    init(_ data: Data) throws(PictureError) {
        pixels = try PictureReader.pixels(of: data, atMost: Self.mostPixels)
        guard let picture = pixels.encoded(), let thumbnail = pixels.square(Self.thumbnailSide)?.encoded() else {
            throw .notAPicture
        }
        (self.picture, self.thumbnail) = (picture, thumbnail)
    }
}

extension PictureError {
    /// What went wrong, and what to do about it.
    @MainActor var sentence: String {
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
