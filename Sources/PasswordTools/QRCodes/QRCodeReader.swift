import Glibc
import LinuxSupport
import Secrets

/// A reader for the text of a QR code in an image, with libzbar.
///
/// Specified in: Docs/one-time-codes.md, "QR codes".
public enum QRCodeReader {
    /// The maximum size of a file, in bytes.
    public static let largestFile = 16 << 20

    /// Reads the QR code in an image file.
    ///
    /// - Parameter path: the path of a PNG or JPEG image of at most 16 MiB.
    /// - Returns: the text of the only QR code in it.
    /// - Throws: if the file cannot be read or decoded, has no QR code or several different ones, or if a library is
    ///   missing.
    public static func read(imageAt path: String) throws(QRCodeError) -> SecretBytes {
        let file = try contents(of: path)
        return try file.withUnsafeBytes { file throws(QRCodeError) in try read(image: file) }
    }

    /// Reads the QR code in an image.
    ///
    /// - Parameter file: the bytes of a PNG or JPEG image.
    /// - Returns: the text of the only QR code in it.
    /// - Throws: if the image cannot be decoded, has no QR code or several different ones, or if a library is missing.
    public static func read(image file: UnsafeRawBufferPointer) throws(QRCodeError) -> SecretBytes {
        let library: ScannerLibrary
        do { library = try ScannerLibrary() } catch { throw QRCodeError(error, package: "libzbar0") }
        let image = try GrayImage.decode(file)
        if let text = try library.text(in: image) { return text }
        // Some programs show light codes on a dark background.
        image.invert()
        if let text = try library.text(in: image) { return text }
        throw QRCodeError(
            "there is no QR code in the image", remedy: "use a sharp image with a margin around the code")
    }

    private static func contents(of path: String) throws(QRCodeError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(path, "it is not a file")
        }
        guard (1...largestFile).contains(status.st_size) else {
            throw unreadable(path, "it is empty or has more than \(largestFile >> 20) MiB")
        }
        return try SecretBytes(count: status.st_size) { bytes throws(QRCodeError) in
            var count = 0
            while count < bytes.count {
                let taken = Glibc.read(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
                if taken < 0, errno == EINTR { continue }
                // A file that was truncated meanwhile becomes an image that cannot be decoded.
                guard taken > 0 else { return }
                count += taken
            }
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> QRCodeError {
        QRCodeError("the image “\(path)” cannot be read: \(reason)", remedy: "name a PNG or JPEG file")
    }
}

/// The functions of libzbar that are used.
private struct ScannerLibrary {
    typealias Object = UnsafeMutableRawPointer
    typealias Make = @convention(c) () -> Object?
    typealias Destroy = @convention(c) (Object) -> Void
    typealias Configure = @convention(c) (Object, Int32, Int32, Int32) -> Int32
    typealias AllowBus = @convention(c) (Object, Int32) -> Int32
    typealias SetFormat = @convention(c) (Object, UInt) -> Void
    typealias SetSize = @convention(c) (Object, UInt32, UInt32) -> Void
    typealias SetData = @convention(c) (Object, UnsafeRawPointer?, UInt, UnsafeRawPointer?) -> Void
    typealias Scan = @convention(c) (Object, Object) -> Int32
    typealias Next = @convention(c) (Object) -> Object?
    typealias Kind = @convention(c) (Object) -> Int32
    typealias Text = @convention(c) (Object) -> UnsafeRawPointer?
    typealias Length = @convention(c) (Object) -> UInt32

    let makeScanner: Make
    let destroyScanner: Destroy
    let configure: Configure
    let allowBus: AllowBus
    let makeImage: Make
    let destroyImage: Destroy
    let setFormat: SetFormat
    let setSize: SetSize
    let setData: SetData
    let scan: Scan
    let firstSymbol: Next
    let nextSymbol: Next
    let kind: Kind
    let text: Text
    let length: Length

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libzbar.so.0")
        makeScanner = try library.function("zbar_image_scanner_create")
        destroyScanner = try library.function("zbar_image_scanner_destroy")
        configure = try library.function("zbar_image_scanner_set_config")
        allowBus = try library.function("zbar_image_scanner_request_dbus")
        makeImage = try library.function("zbar_image_create")
        destroyImage = try library.function("zbar_image_destroy")
        setFormat = try library.function("zbar_image_set_format")
        setSize = try library.function("zbar_image_set_size")
        setData = try library.function("zbar_image_set_data")
        scan = try library.function("zbar_scan_image")
        firstSymbol = try library.function("zbar_image_first_symbol")
        nextSymbol = try library.function("zbar_symbol_next")
        kind = try library.function("zbar_symbol_get_type")
        text = try library.function("zbar_symbol_get_data")
        length = try library.function("zbar_symbol_get_data_length")
    }

    /// The symbol type of QR codes.
    private static let qrCode: Int32 = 64

    /// Returns the text of the QR code in the image; `nil` if there is none.
    func text(in picture: GrayImage) throws(QRCodeError) -> SecretBytes? {
        guard let scanner = makeScanner(), let image = makeImage() else {
            throw QRCodeError("libzbar could not be started", remedy: "install it again")
        }
        defer {
            destroyImage(image)
            destroyScanner(scanner)
        }
        // Otherwise libzbar sends what it reads as a signal on the D-Bus system bus.
        _ = allowBus(scanner, 0)
        // Disable all symbol types (0), then enable QR codes.
        _ = configure(scanner, 0, 0, 0)
        _ = configure(scanner, Self.qrCode, 0, 1)
        // “Y800”: one byte of grey per pixel.
        setFormat(image, 0x3030_3859)
        setSize(image, UInt32(picture.width), UInt32(picture.height))
        setData(image, picture.pixels.baseAddress, UInt(picture.pixels.count), nil)
        guard scan(scanner, image) > 0 else { return nil }
        return try onlyText(in: image)
    }

    private func onlyText(in image: Object) throws(QRCodeError) -> SecretBytes? {
        var found: SecretBytes?
        var symbol = firstSymbol(image)
        while let current = symbol {
            symbol = nextSymbol(current)
            guard kind(current) == Self.qrCode, let start = text(current) else { continue }
            let one = SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: Int(length(current))))
            guard let other = found.take() else {
                found = consume one
                continue
            }
            guard one.equals(other) else {
                throw QRCodeError("there are several QR codes in the image", remedy: "crop the image to one code")
            }
            found = consume other
        }
        return found
    }
}
