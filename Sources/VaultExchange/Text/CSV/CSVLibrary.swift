import LinuxSupport

/// The functions of libcsv that are used.
struct CSVLibrary {
    typealias Parser = UnsafeMutableRawPointer
    typealias FieldEnd = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
    typealias RowEnd = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void
    typealias Classify = @convention(c) (UInt8) -> Int32

    /// More than the size of `struct csv_parser` of libcsv 3, which has 96 bytes.
    static let parserSize = 256

    let start: @convention(c) (Parser, UInt8) -> Int32
    let parse: @convention(c) (Parser, UnsafeRawPointer?, Int, FieldEnd?, RowEnd?, UnsafeMutableRawPointer?) -> Int
    let free: @convention(c) (Parser) -> Void
    let setDelimiter: @convention(c) (Parser, UInt8) -> Void
    let setSpaces: @convention(c) (Parser, Classify?) -> Void
    let setBlockSize: @convention(c) (Parser, Int) -> Void
    let bufferSize: @convention(c) (Parser) -> Int

    init() throws(ExchangeError) {
        do {
            let library = try SharedLibrary("libcsv.so.3")
            start = try library.function("csv_init")
            parse = try library.function("csv_parse")
            free = try library.function("csv_free")
            setDelimiter = try library.function("csv_set_delim")
            setSpaces = try library.function("csv_set_space_func")
            setBlockSize = try library.function("csv_set_blk_size")
            bufferSize = try library.function("csv_get_buffer_size")
        } catch {
            throw ExchangeError(
                .unsupported, "the library \(error.name), which reads CSV, is not installed",
                remedy: "install Debian's package libcsv3, or your system's")
        }
    }
}
