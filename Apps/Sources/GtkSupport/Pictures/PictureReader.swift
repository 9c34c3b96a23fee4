import CGtk
import Foundation

/// The reason why a picture is not shown.
public enum PictureError: Error, Equatable {
    /// The file is not a PNG, JPEG, GIF or WebP picture, or is damaged.
    case notAPicture
    /// The file has more bytes than are read.
    case tooManyBytes(most: Int)
    /// The picture has more pixels than are decoded.
    case tooManyPixels(most: Int)
    /// The file cannot be read; has the system's message.
    case unreadable(String)
}

/// A reader for pictures from untrusted sources, with limits on their size. Must not be used on the main thread.
public enum PictureReader {
    /// The largest number of bytes that is read.
    public static let mostBytes = 20 << 20
    /// The largest number of pixels that is decoded: a file of a few kilobytes can claim gigabytes of them.
    public static let mostPixels = 50_000_000

    /// Reads a file.
    ///
    /// - Parameter path: the path of a regular file; any other file is rejected without blocking.
    public static func bytes(ofFile path: String) throws(PictureError) -> Data {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAPicture }
        guard status.st_size <= mostBytes else { throw .tooManyBytes(most: mostBytes) }
        do {
            // One byte more than the limit: the file may have grown since.
            let data = try FileHandle(fileDescriptor: file, closeOnDealloc: false).read(upToCount: mostBytes + 1)
            guard let data, data.count <= mostBytes else {
                throw data == nil ? PictureError.notAPicture : .tooManyBytes(most: mostBytes)
            }
            return data
        } catch let error as PictureError {
            throw error
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Decodes a picture, rotated by its embedded orientation.
    ///
    /// - Parameters:
    ///   - data: the content of a picture file.
    ///   - side: the largest number of pixels of the longer side; a larger picture is scaled down.
    public static func pixels(of data: Data, atMost side: Int) throws(PictureError) -> Pixels {
        guard let type = type(of: data) else { throw .notAPicture }
        var limits = Limits(side: side)
        guard let loader = gdk_pixbuf_loader_new_with_type(type, nil) else { throw .notAPicture }
        defer { g_object_unref(loader) }
        let isWhole = withUnsafeMutablePointer(to: &limits) { limits in
            Limits.watch(loader, limits)
            let isWritten = data.withUnsafeBytes { bytes in
                gdk_pixbuf_loader_write(loader, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count), nil)
            }
            // The loader has to be closed, also after a failure.
            return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten != 0
        }
        guard !limits.areExceeded else { throw .tooManyPixels(most: mostPixels) }
        guard isWhole, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf)
        else { throw .notAPicture }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return Pixels(copying: upright)
    }

    /// Returns the type of a supported picture. gdk-pixbuf reads many more formats, with code that is hardly ever reviewed.
    private static func type(of data: Data) -> String? {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) { return "gif" }
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return nil
    }
}

/// The limits of a loader, and whether a picture exceeds them.
private struct Limits {
    let side: Int
    var areExceeded = false

    init(side: Int) { self.side = side }

    /// Connects to the signal that reports the size, before the loader allocates memory for the picture.
    static func watch(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ limits: UnsafeMutablePointer<Limits>) {
        let call: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
            loader, width, height, data in
            let limits = data.assumingMemoryBound(to: Limits.self)
            let (pixels, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
            if overflow || pixels > PictureReader.mostPixels {
                limits.pointee.areExceeded = true
                // No loader goes on with this size.
                return gdk_pixbuf_loader_set_size(loader, 0, 0)
            }
            let longer = max(Int(width), Int(height))
            guard longer > limits.pointee.side else { return }
            let scale = Double(limits.pointee.side) / Double(longer)
            gdk_pixbuf_loader_set_size(
                loader, max(1, gint((Double(width) * scale).rounded())),
                max(1, gint((Double(height) * scale).rounded())))
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(call, to: GCallback.self), limits, nil, GConnectFlags(rawValue: 0))
    }
}
