import CLinux
import LinuxSupport

typealias WriteFunction =
    @convention(c) (UnsafeRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int

/// The numbers of options in libcurl's header (curl/curl.h), which never change.
enum CurlOption: Int32 {
    case url = 10_002
    case writeContext = 10_001
    case writeFunction = 20_011
    case userAgent = 10_018
    case headers = 10_023
    case followRedirects = 52
    case verifyPeer = 64
    case verifyHost = 81
    case noSignal = 99
    case timeout = 155
    case connectTimeout = 156
    case protocols = 181

    /// The value of `protocols` for both.
    static let httpAndHTTPS = 3
}

/// The functions of libcurl that are used.
struct CurlLibrary: Sendable {
    typealias Handle = UnsafeMutableRawPointer
    typealias Start = @convention(c) (Int) -> Int32
    typealias Make = @convention(c) () -> Handle?
    typealias Destroy = @convention(c) (Handle?) -> Void
    typealias Perform = @convention(c) (Handle) -> Int32
    typealias Text = @convention(c) (Int32) -> UnsafePointer<CChar>?
    typealias Append = @convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?

    private let make: Make
    private let destroy: Destroy
    private let resetOptions: Destroy
    private let run: Perform
    private let errorText: Text
    private let appendToList: Append
    private let destroyList: Destroy
    // The two functions with variable arguments, which C calls.
    private let setOption: @convention(c) () -> Void
    private let getInformation: @convention(c) () -> Void

    private let isStarted: Bool

    private static let loaded: CurlLibrary? =
        (try? CurlLibrary("libcurl.so.4")) ?? (try? CurlLibrary("libcurl-gnutls.so.4"))

    /// Returns the library; it is started once in a process.
    static func load() throws(HealthError) -> CurlLibrary {
        guard let loaded, loaded.isStarted else {
            throw HealthError("libcurl is not installed", remedy: "install the package libcurl4, or use --hashes FILE")
        }
        return loaded
    }

    private init(_ name: String) throws(MissingLibrary) {
        let library = try SharedLibrary(name)
        make = try library.function("curl_easy_init")
        destroy = try library.function("curl_easy_cleanup")
        resetOptions = try library.function("curl_easy_reset")
        run = try library.function("curl_easy_perform")
        errorText = try library.function("curl_easy_strerror")
        appendToList = try library.function("curl_slist_append")
        destroyList = try library.function("curl_slist_free_all")
        setOption = try library.function("curl_easy_setopt")
        getInformation = try library.function("curl_easy_getinfo")
        let start: Start = try library.function("curl_global_init")
        // CURL_GLOBAL_ALL
        isStarted = start(3) == 0
    }

    func makeHandle() -> Handle? { make() }
    func destroyHandle(_ handle: Handle) { destroy(handle) }
    /// Takes all options back; the connection stays open for the next request.
    func reset(_ handle: Handle) { resetOptions(handle) }
    func perform(_ handle: Handle) -> Int32 { run(handle) }
    func text(of status: Int32) -> String { errorText(status).map { String(cString: $0) } ?? "error \(status)" }
    func append(_ list: Handle?, _ line: String) -> Handle? { appendToList(list, line) ?? list }
    func freeList(_ list: Handle?) { destroyList(list) }

    func set(_ handle: Handle, _ option: CurlOption, _ value: UnsafeMutableRawPointer?) -> Int32 {
        clinux_call_option_pointer(setOption, handle, option.rawValue, value)
    }

    func set(_ handle: Handle, _ option: CurlOption, _ value: Int) -> Int32 {
        clinux_call_option_long(setOption, handle, option.rawValue, value)
    }

    /// The status of the last answer (CURLINFO_RESPONSE_CODE); 0 if it is not known.
    func responseCode(_ handle: Handle) -> Int {
        var code = 0
        return clinux_call_option_pointer(getInformation, handle, 0x20_0002, &code) == 0 ? code : 0
    }
}
