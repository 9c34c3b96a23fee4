import LinuxSupport

extension GrayImage {
    /// Decodes a PNG or a JPEG image. The size is checked before the pixels are decoded.
    ///
    /// - Throws: if it is neither, is damaged or too large, or if the library is not installed.
    static func decode(_ file: UnsafeRawBufferPointer) throws(QRCodeError) -> GrayImage {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            let library: PNGLibrary
            do { library = try PNGLibrary() } catch { throw QRCodeError(error, package: "libpng16-16") }
            return try library.decode(file)
        }
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            let library: JPEGLibrary
            do { library = try JPEGLibrary() } catch { throw QRCodeError(error, package: "libturbojpeg0") }
            return try library.decode(file)
        }
        throw QRCodeError("the image is neither PNG nor JPEG", remedy: "save it as PNG")
    }

    fileprivate static func damaged(_ kind: String) -> QRCodeError {
        QRCodeError("the \(kind) image cannot be decoded", remedy: "save it again as PNG")
    }
}

/// The simplified interface of libpng 1.6.
///
/// Specified in: libpng's manual, section V.
private struct PNGLibrary {
    typealias BeginRead = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, Int) -> Int32
    typealias FinishRead =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?
        ) -> Int32
    typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    let beginRead: BeginRead
    let finishRead: FinishRead
    let free: Free

    /// The layout of `png_image`: a pointer of the library's, seven 32-bit numbers, a message of 64 bytes.
    private enum Layout {
        static let size = 104
        static let version = 8
        static let width = 12
        static let height = 16
        static let format = 20
    }

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libpng16.so.16")
        beginRead = try library.function("png_image_begin_read_from_memory")
        finishRead = try library.function("png_image_finish_read")
        free = try library.function("png_image_free")
    }

    func decode(_ file: UnsafeRawBufferPointer) throws(QRCodeError) -> GrayImage {
        let image = UnsafeMutableRawPointer.allocate(byteCount: Layout.size, alignment: 8)
        defer { image.deallocate() }
        image.initializeMemory(as: UInt8.self, repeating: 0, count: Layout.size)
        image.storeBytes(of: 1, toByteOffset: Layout.version, as: UInt32.self)
        defer { free(image) }
        guard beginRead(image, file.baseAddress, file.count) != 0 else { throw GrayImage.damaged("PNG") }
        let gray = try GrayImage(
            width: Int(image.load(fromByteOffset: Layout.width, as: UInt32.self)),
            height: Int(image.load(fromByteOffset: Layout.height, as: UInt32.self)))
        // One byte of grey per pixel; transparent pixels become white.
        image.storeBytes(of: 0, toByteOffset: Layout.format, as: UInt32.self)
        let white: [UInt8] = [255, 255, 255]
        guard finishRead(image, white, gray.pixels.baseAddress, Int32(gray.width), nil) != 0 else {
            throw GrayImage.damaged("PNG")
        }
        return gray
    }
}

/// TurboJPEG, the simple interface of libjpeg-turbo.
private struct JPEGLibrary {
    typealias Handle = UnsafeMutableRawPointer
    typealias Start = @convention(c) () -> Handle?
    typealias ReadHeader =
        @convention(c) (
            Handle, UnsafeRawPointer?, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
        ) -> Int32
    typealias Decompress =
        @convention(c) (
            Handle, UnsafeRawPointer?, UInt, UnsafeMutableRawPointer?, Int32, Int32, Int32, Int32, Int32
        ) -> Int32
    typealias End = @convention(c) (Handle) -> Int32

    let start: Start
    let readHeader: ReadHeader
    let decompress: Decompress
    let end: End

    /// The pixel format with one byte of grey per pixel.
    private static let gray: Int32 = 6

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libturbojpeg.so.0")
        start = try library.function("tjInitDecompress")
        readHeader = try library.function("tjDecompressHeader3")
        decompress = try library.function("tjDecompress2")
        end = try library.function("tjDestroy")
    }

    func decode(_ file: UnsafeRawBufferPointer) throws(QRCodeError) -> GrayImage {
        guard let handle = start() else { throw GrayImage.damaged("JPEG") }
        defer { _ = end(handle) }
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard readHeader(handle, file.baseAddress, UInt(file.count), &width, &height, &sampling, &colours) == 0 else {
            throw GrayImage.damaged("JPEG")
        }
        let image = try GrayImage(width: Int(width), height: Int(height))
        guard
            decompress(
                handle, file.baseAddress, UInt(file.count), image.pixels.baseAddress, width, width, height, Self.gray, 0
            )
                == 0
        else { throw GrayImage.damaged("JPEG") }
        return image
    }
}
