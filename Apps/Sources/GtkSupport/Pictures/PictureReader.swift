import CGtk
import Foundation

/// Why a picture is not shown.
public enum PictureError: Error, Equatable {
    /// No PNG, JPEG, GIF or WebP, or one that is damaged.
    case notAPicture
    /// The file has more bytes than are read.
    case tooManyBytes(most: Int)
    /// It has more pixels than are decoded.
    case tooManyPixels(most: Int)
    /// The system does not let it be read: its words.
    case unreadable(String)
}

/// Pictures that come from anywhere: small ones that are harmless at most. Never on the main thread.
public enum PictureReader {
    /// The most bytes that are read.
    public static let mostBytes = 20 << 20
    /// The most pixels that are decoded: a file of a few kilobytes can claim gigabytes of them.
    public static let mostPixels = 50_000_000

    /// Reads a file.
    ///
    /// - Parameter path: of a regular file; nothing else is waited for.
    public static func bytes(ofFile path: String) throws(PictureError) -> Data {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAPicture }
        guard status.st_size <= mostBytes else { throw .tooManyBytes(most: mostBytes) }
        do {
            // One more than may be: the file may grow meanwhile.
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

    /// Decodes a picture, turned as its camera was held.
    ///
    /// - Parameters:
    ///   - data: of a file.
    ///   - side: the most pixels of the longer side; a larger picture is made smaller.
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
            // It wants to be closed, also after a failure.
            return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten != 0
        }
        guard !limits.areExceeded else { throw .tooManyPixels(most: mostPixels) }
        guard isWhole, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
            let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf)
        else { throw .notAPicture }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return Pixels(copying: upright)
    }

    /// gdk-pixbuf reads many more formats, by code that nobody looks at.
    private static func type(of data: Data) -> String? {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) { return "gif" }
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return nil
    }
}

/// What a loader may do, and whether it wanted more.
private struct Limits {
    let side: Int
    var areExceeded = false

    init(side: Int) { self.side = side }

    /// Has a loader ask as soon as it knows the size, before it takes memory for it.
    static func watch(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ limits: UnsafeMutablePointer<Limits>) {
        let call: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
            loader, width, height, data in
            let limits = data.assumingMemoryBound(to: Limits.self)
            let (pixels, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
            if overflow || pixels > PictureReader.mostPixels {
                limits.pointee.areExceeded = true
                // The size that no loader goes on with.
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
