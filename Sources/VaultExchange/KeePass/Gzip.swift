import LinuxSupport

/// Compression in gzip's format by zlib, loaded when it is used.
///
/// Specified in: RFC 1952; zlib's manual.
enum Gzip {
    /// The most bytes of inflated data.
    static let mostBytes = 2 << 30
    /// The most inflated bytes for a compressed one, above 64 MiB: documents with text stay far below it.
    static let mostRatio = 200

    /// Inflates data.
    ///
    /// - Throws: `.damaged`, or `.tooLarge` for more than `limit` bytes.
    static func inflate(
        _ data: UnsafeRawBufferPointer, limit: Int = mostBytes
    ) throws(ExchangeError) -> WipedBuffer {
        let library = try ZLibrary.load()
        let stream = ZStream.allocate(data)
        defer { stream.deallocate() }
        // 16: a header of gzip. 15: the largest window.
        guard library.inflateInit(stream, 31, ZLibrary.version, Int32(MemoryLayout<ZStream>.size)) == 0 else {
            throw ExchangeError(.unsupported, "zlib cannot be used", remedy: "install Debian's package zlib1g again")
        }
        defer { _ = library.inflateEnd(stream) }
        let most = min(limit, max(64 << 20, data.count.multipliedReportingOverflow(by: mostRatio).partialValue))
        let output = WipedBuffer(capacity: min(most, data.count * 4))
        while true {
            let status = output.append(atMost: 1 << 18) { place in
                stream.pointee.nextOut = place.baseAddress
                stream.pointee.availableOut = UInt32(place.count)
                let status = library.inflate(stream, 0)
                return (place.count - Int(stream.pointee.availableOut), status)
            }
            guard output.count <= most else {
                throw ExchangeError(
                    .tooLarge, "the file inflates to more than \(most >> 20) MiB",
                    remedy: "check that it is a file of your own")
            }
            if status == ZLibrary.streamEnd { return output }
            guard status == 0, stream.pointee.availableIn > 0 || stream.pointee.availableOut == 0 else {
                throw ExchangeError(.damaged, "the compressed data is damaged or ends early")
            }
        }
    }

    /// Compresses data.
    static func deflate(_ data: WipedBuffer) throws(ExchangeError) -> WipedBuffer {
        let library = try ZLibrary.load()
        return try data.withUnsafeBytes { data throws(ExchangeError) in
            let stream = ZStream.allocate(data)
            defer { stream.deallocate() }
            guard
                library.deflateInit(stream, 6, 8, 31, 8, 0, ZLibrary.version, Int32(MemoryLayout<ZStream>.size)) == 0
            else { throw ExchangeError(.unsupported, "zlib cannot be used") }
            defer { _ = library.deflateEnd(stream) }
            let output = WipedBuffer(capacity: data.count / 2)
            while true {
                let status = output.append(atMost: 1 << 18) { place in
                    stream.pointee.nextOut = place.baseAddress
                    stream.pointee.availableOut = UInt32(place.count)
                    let status = library.deflate(stream, ZLibrary.finish)
                    return (place.count - Int(stream.pointee.availableOut), status)
                }
                if status == ZLibrary.streamEnd { return output }
                guard status == 0 else { throw ExchangeError(.unsupported, "zlib cannot compress the data") }
            }
        }
    }
}

/// The layout of `z_stream`.
private struct ZStream {
    var nextIn: UnsafeRawPointer?
    var availableIn: UInt32
    var totalIn: UInt = 0
    var nextOut: UnsafeMutableRawPointer?
    var availableOut: UInt32 = 0
    var totalOut: UInt = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: UnsafeRawPointer?
    var free: UnsafeRawPointer?
    var opaque: UnsafeRawPointer?
    var dataType: Int32 = 0
    var adler: UInt = 0
    var reserved: UInt = 0

    /// A stream at a place that does not change, which zlib compares.
    static func allocate(_ input: UnsafeRawBufferPointer) -> UnsafeMutablePointer<ZStream> {
        let stream = UnsafeMutablePointer<ZStream>.allocate(capacity: 1)
        stream.initialize(to: ZStream(input: input))
        return stream
    }

    /// The input of at most 4 GiB.
    private init(input: UnsafeRawBufferPointer) {
        nextIn = input.baseAddress
        availableIn = UInt32(clamping: input.count)
    }
}

private struct ZLibrary {
    typealias Stream = UnsafeMutableRawPointer
    typealias InflateInit = @convention(c) (Stream, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    typealias DeflateInit =
        @convention(c) (Stream, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    typealias Run = @convention(c) (Stream, Int32) -> Int32
    typealias End = @convention(c) (Stream) -> Int32

    let inflateInit: InflateInit
    let inflate: Run
    let inflateEnd: End
    let deflateInit: DeflateInit
    let deflate: Run
    let deflateEnd: End

    /// The version of the interface: its first number counts.
    static let version = "1.2.11"
    static let streamEnd: Int32 = 1
    static let finish: Int32 = 4

    static func load() throws(ExchangeError) -> ZLibrary {
        do throws(MissingLibrary) { return try ZLibrary() } catch {
            throw ExchangeError(
                .unsupported, "the library \(error.name) is not installed",
                remedy: "install Debian's package zlib1g, or your system's")
        }
    }

    private init() throws(MissingLibrary) {
        let library = try SharedLibrary("libz.so.1")
        inflateInit = try library.function("inflateInit2_")
        inflate = try library.function("inflate")
        inflateEnd = try library.function("inflateEnd")
        deflateInit = try library.function("deflateInit2_")
        deflate = try library.function("deflate")
        deflateEnd = try library.function("deflateEnd")
    }
}
