import CGtk
import Foundation

/// A decoded picture: rows of pixels of three bytes, or of four bytes with transparency.
public struct Pixels: Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of bytes from the start of a row to the start of the next.
    public let rowBytes: Int
    /// Whether pixels have a fourth byte for transparency.
    public let hasAlpha: Bool
    /// The rows, from the top.
    public let bytes: Data

    /// Copies the pixels of a gdk-pixbuf.
    init(copying pixbuf: OpaquePointer) {
        width = Int(gdk_pixbuf_get_width(pixbuf))
        height = Int(gdk_pixbuf_get_height(pixbuf))
        rowBytes = Int(gdk_pixbuf_get_rowstride(pixbuf))
        hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
        bytes = Data(bytes: gdk_pixbuf_read_pixels(pixbuf), count: Int(gdk_pixbuf_get_byte_length(pixbuf)))
    }

    /// Calls `body` with the picture as a gdk-pixbuf.
    func withPixbuf<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        let held = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(held) }
        guard
            let pixbuf = gdk_pixbuf_new_from_bytes(
                held, GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height), Int32(rowBytes))
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        return body(pixbuf)
    }

    /// Returns the square in the middle of the picture, scaled.
    ///
    /// - Parameter side: the side of the result, in pixels.
    public func square(_ side: Int) -> Pixels? {
        let length = min(width, height)
        guard length > 0 else { return nil }
        let (x, y) = (Int32((width - length) / 2), Int32((height - length) / 2))
        return withPixbuf { pixbuf -> Pixels? in
            guard let part = gdk_pixbuf_new_subpixbuf(pixbuf, x, y, Int32(length), Int32(length)) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(part)) }
            guard let scaled = gdk_pixbuf_scale_simple(part, Int32(side), Int32(side), GDK_INTERP_BILINEAR) else {
                return nil
            }
            defer { g_object_unref(UnsafeMutableRawPointer(scaled)) }
            return Pixels(copying: scaled)
        } ?? nil
    }

    /// Returns the picture as the content of a file: a PNG if it has transparency, else a JPEG. Nothing of the original file is in it but
    /// the visible pixels.
    public func encoded() -> Data? {
        withPixbuf { pixbuf -> Data? in
            var (start, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
            let isDone =
                hasAlpha
                ? gdk_pixbuf_save_to_bufferv(pixbuf, &start, &size, "png", nil, nil, nil)
                : gdk_pixbuf_save_to_bufferv(pixbuf, &start, &size, "jpeg", nil, nil, nil)
            guard isDone != 0, let start else { return nil }
            defer { g_free(start) }
            return Data(bytes: start, count: Int(size))
        } ?? nil
    }
}
