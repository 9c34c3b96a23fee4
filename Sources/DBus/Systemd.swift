import LinuxSupport

/// The functions of libsystemd that Chatelaine calls, loaded when the first of them is needed.
///
/// A program that never uses a bus or a service manager neither loads the library nor needs it to be installed. Each function is
/// described in the manual page of its name; sd-bus(3) is the overview.
package final class Systemd: Sendable {
    /// A message handler (sd_bus_message_handler_t): message, context, error.
    typealias MessageHandler =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias Text = UnsafePointer<CChar>

    /// The functions, or the error if the system has no libsystemd.
    package static let shared: Result<Systemd, MissingLibrary> = {
        do throws(MissingLibrary) { return .success(try Systemd()) } catch { return .failure(error) }
    }()

    let busNew: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    let setAddress: @convention(c) (OpaquePointer?, Text) -> Int32
    let setBusClient: @convention(c) (OpaquePointer?, Int32) -> Int32
    let setWatchBind: @convention(c) (OpaquePointer?, Int32) -> Int32
    let negotiateDescriptors: @convention(c) (OpaquePointer?, Int32) -> Int32
    let start: @convention(c) (OpaquePointer?) -> Int32
    let isOpen: @convention(c) (OpaquePointer?) -> Int32
    let isReady: @convention(c) (OpaquePointer?) -> Int32
    let descriptor: @convention(c) (OpaquePointer?) -> Int32
    let events: @convention(c) (OpaquePointer?) -> Int32
    let timeout: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt64>) -> Int32
    let process: @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    let send: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<UInt64>?) -> Int32
    let closeUnref: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let addMatch:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>, Text, MessageHandler, MessageHandler?,
            UnsafeMutableRawPointer?
        ) -> Int32
    let callAsync:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?, MessageHandler,
            UnsafeMutableRawPointer?, UInt64
        ) -> Int32
    let slotSetDestroyCallback: @convention(c) (OpaquePointer?, Release) -> Int32
    let slotSetFloating: @convention(c) (OpaquePointer?, Int32) -> Int32
    let slotUnref: @convention(c) (OpaquePointer?) -> OpaquePointer?

    let newMethodCall:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>, Text, Text, Text, Text) -> Int32
    let appendBasic: @convention(c) (OpaquePointer?, CChar, UnsafeRawPointer?) -> Int32
    let openContainer: @convention(c) (OpaquePointer?, CChar, Text) -> Int32
    let closeContainer: @convention(c) (OpaquePointer?) -> Int32
    let enterContainer: @convention(c) (OpaquePointer?, CChar, Text) -> Int32
    let exitContainer: @convention(c) (OpaquePointer?) -> Int32
    let readBasic: @convention(c) (OpaquePointer?, CChar, UnsafeMutableRawPointer?) -> Int32
    let readArray:
        @convention(c) (
            OpaquePointer?, CChar, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    let skip: @convention(c) (OpaquePointer?, Text) -> Int32
    let markSensitive: @convention(c) (OpaquePointer?) -> Int32
    let setAllowInteractiveAuthorization: @convention(c) (OpaquePointer?, Int32) -> Int32
    let isMethodError: @convention(c) (OpaquePointer?, Text?) -> Int32
    let isSignal: @convention(c) (OpaquePointer?, Text?, Text?) -> Int32
    let replyCookie: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt64>) -> Int32
    let sender: @convention(c) (OpaquePointer?) -> Text?
    let path: @convention(c) (OpaquePointer?) -> Text?
    /// Returns a pointer to the name and the text of the error (`sd_bus_error`), nil for a message that is not an error.
    let error: @convention(c) (OpaquePointer?) -> UnsafePointer<Text?>?
    let messageRef: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let messageUnref: @convention(c) (OpaquePointer?) -> OpaquePointer?

    /// sd_notify(3).
    package let notify: @convention(c) (_ unsetsEnvironment: Int32, _ state: UnsafePointer<CChar>) -> Int32
    /// sd_listen_fds_with_names(3).
    package let listenDescriptors:
        @convention(c) (
            _ unsetsEnvironment: Int32,
            _ names: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
        ) -> Int32

    private init() throws(MissingLibrary) {
        let library = try SharedLibrary("libsystemd.so.0")
        busNew = try library.function("sd_bus_new")
        setAddress = try library.function("sd_bus_set_address")
        setBusClient = try library.function("sd_bus_set_bus_client")
        setWatchBind = try library.function("sd_bus_set_watch_bind")
        negotiateDescriptors = try library.function("sd_bus_negotiate_fds")
        start = try library.function("sd_bus_start")
        isOpen = try library.function("sd_bus_is_open")
        isReady = try library.function("sd_bus_is_ready")
        descriptor = try library.function("sd_bus_get_fd")
        events = try library.function("sd_bus_get_events")
        timeout = try library.function("sd_bus_get_timeout")
        process = try library.function("sd_bus_process")
        send = try library.function("sd_bus_send")
        closeUnref = try library.function("sd_bus_close_unref")
        addMatch = try library.function("sd_bus_add_match_async")
        callAsync = try library.function("sd_bus_call_async")
        slotSetDestroyCallback = try library.function("sd_bus_slot_set_destroy_callback")
        slotSetFloating = try library.function("sd_bus_slot_set_floating")
        slotUnref = try library.function("sd_bus_slot_unref")
        newMethodCall = try library.function("sd_bus_message_new_method_call")
        appendBasic = try library.function("sd_bus_message_append_basic")
        openContainer = try library.function("sd_bus_message_open_container")
        closeContainer = try library.function("sd_bus_message_close_container")
        enterContainer = try library.function("sd_bus_message_enter_container")
        exitContainer = try library.function("sd_bus_message_exit_container")
        readBasic = try library.function("sd_bus_message_read_basic")
        readArray = try library.function("sd_bus_message_read_array")
        skip = try library.function("sd_bus_message_skip")
        markSensitive = try library.function("sd_bus_message_sensitive")
        setAllowInteractiveAuthorization = try library.function("sd_bus_message_set_allow_interactive_authorization")
        isMethodError = try library.function("sd_bus_message_is_method_error")
        isSignal = try library.function("sd_bus_message_is_signal")
        replyCookie = try library.function("sd_bus_message_get_reply_cookie")
        sender = try library.function("sd_bus_message_get_sender")
        path = try library.function("sd_bus_message_get_path")
        error = try library.function("sd_bus_message_get_error")
        messageRef = try library.function("sd_bus_message_ref")
        messageUnref = try library.function("sd_bus_message_unref")
        notify = try library.function("sd_notify")
        listenDescriptors = try library.function("sd_listen_fds_with_names")
    }
}

extension CChar {
    /// Converts a type of the D-Bus specification to the form that libsystemd's functions take.
    init(busType letter: Unicode.Scalar) { self = CChar(truncatingIfNeeded: letter.value) }
}
