import Foundation
import GtkSupport

/// A wrapped present, shown if there is no other picture.
enum PlaceholderPicture {
    static let pixels = try? PictureReader.pixels(of: Data(PackageResources.gift_png), atMost: 320)
}
