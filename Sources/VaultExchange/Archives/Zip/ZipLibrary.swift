import Glibc
import LinuxSupport

/// The functions of libzip that are used, loaded at their first use.
///
/// Specified in: libzip(3).
struct ZipLibrary: Sendable {
    typealias Handle = OpaquePointer
    typealias SourceFromBuffer =
        @convention(c) (UnsafeRawPointer?, UInt64, Int32, UnsafeMutableRawPointer?) -> Handle?
    typealias SourceFromFile =
        @convention(c) (UnsafeMutablePointer<FILE>?, UInt64, Int64, UnsafeMutableRawPointer?) -> Handle?
    typealias OpenSource = @convention(c) (Handle?, Int32, UnsafeMutableRawPointer?) -> Handle?
    typealias Take = @convention(c) (Handle?) -> Void
    typealias Ask = @convention(c) (Handle?) -> Int32
    typealias Count = @convention(c) (Handle?, UInt32) -> Int64
    typealias Stat = @convention(c) (Handle?, UInt64, UInt32, UnsafeMutableRawPointer?) -> Int32
    typealias OpenEntry = @convention(c) (Handle?, UInt64, UInt32) -> Handle?
    typealias OpenSecret = @convention(c) (Handle?, UInt64, UInt32, UnsafePointer<CChar>?) -> Handle?
    typealias Read = @convention(c) (Handle?, UnsafeMutableRawPointer?, UInt64) -> Int64
    typealias EntrySource = @convention(c) (Handle?, UnsafeRawPointer?, UInt64, Int32) -> Handle?
    typealias Add = @convention(c) (Handle?, UnsafePointer<CChar>?, Handle?, UInt32) -> Int64

    let sourceFromBuffer: SourceFromBuffer
    let sourceFromFile: SourceFromFile
    let openSource: OpenSource
    let freeSource: Take
    let keepSource: Take
    let startSource: Ask
    let endSource: Ask
    let readSource: Read
    let discard: Take
    let close: Ask
    let count: Count
    let stat: Stat
    let openEntry: OpenEntry
    let openSecret: OpenSecret
    let readEntry: Read
    let closeEntry: Ask
    let entrySource: EntrySource
    let add: Add

    private init() throws(MissingLibrary) {
        let library = try SharedLibrary("libzip.so.4")
        sourceFromBuffer = try library.function("zip_source_buffer_create")
        sourceFromFile = try library.function("zip_source_filep_create")
        openSource = try library.function("zip_open_from_source")
        freeSource = try library.function("zip_source_free")
        keepSource = try library.function("zip_source_keep")
        startSource = try library.function("zip_source_open")
        endSource = try library.function("zip_source_close")
        readSource = try library.function("zip_source_read")
        discard = try library.function("zip_discard")
        close = try library.function("zip_close")
        count = try library.function("zip_get_num_entries")
        stat = try library.function("zip_stat_index")
        openEntry = try library.function("zip_fopen_index")
        openSecret = try library.function("zip_fopen_index_encrypted")
        readEntry = try library.function("zip_fread")
        closeEntry = try library.function("zip_fclose")
        entrySource = try library.function("zip_source_buffer")
        add = try library.function("zip_file_add")
    }

    /// - Throws: `.unsupported` if the system lacks the library.
    static func load() throws(ExchangeError) -> ZipLibrary {
        do { return try ZipLibrary() } catch {
            throw ExchangeError(
                .unsupported, "zip archives need \(error.name), which is not installed",
                remedy: "install the package libzip4")
        }
    }
}
