import LinuxSupport

/// The functions of libwayland-client that are used here, loaded at their first use. They take arguments as an array, which suffices for
/// every protocol.
///
/// Specified in: wayland-client-core.h, wayland-util.h; version 1.20 or later.
struct WaylandLibrary {
    typealias Display = OpaquePointer
    typealias Proxy = OpaquePointer
    /// `struct wl_interface`.
    typealias Interface = UnsafeRawPointer
    /// The function that libwayland calls with each event: the context, the proxy, the event's opcode, its description, its arguments as
    /// `Argument`s.
    typealias Dispatcher =
        @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32, UnsafeRawPointer?, UnsafeRawPointer?) ->
        Int32

    let connect: @convention(c) (UnsafePointer<CChar>?) -> Display?
    let disconnect: @convention(c) (Display) -> Void
    let descriptor: @convention(c) (Display) -> Int32
    let flush: @convention(c) (Display) -> Int32
    let roundtrip: @convention(c) (Display) -> Int32
    let prepareRead: @convention(c) (Display) -> Int32
    let readEvents: @convention(c) (Display) -> Int32
    let dispatchPending: @convention(c) (Display) -> Int32
    /// Proxy, opcode of the request, interface and version of the new object, flags, arguments as `Argument`s.
    let marshal: @convention(c) (Proxy, UInt32, Interface?, UInt32, UInt32, UnsafeMutableRawPointer?) -> Proxy?
    let addDispatcher: @convention(c) (Proxy, Dispatcher, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
    let destroyProxy: @convention(c) (Proxy) -> Void
    let registryInterface: Interface
    let seatInterface: Interface

    /// The flag of `marshal` that destroys the proxy.
    static let destroys: UInt32 = 1

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libwayland-client.so.0")
        connect = try library.function("wl_display_connect")
        disconnect = try library.function("wl_display_disconnect")
        descriptor = try library.function("wl_display_get_fd")
        flush = try library.function("wl_display_flush")
        roundtrip = try library.function("wl_display_roundtrip")
        prepareRead = try library.function("wl_display_prepare_read")
        readEvents = try library.function("wl_display_read_events")
        dispatchPending = try library.function("wl_display_dispatch_pending")
        marshal = try library.function("wl_proxy_marshal_array_flags")
        addDispatcher = try library.function("wl_proxy_add_dispatcher")
        destroyProxy = try library.function("wl_proxy_destroy")
        // These are data, but are found in the same way.
        registryInterface = try library.function("wl_registry_interface")
        seatInterface = try library.function("wl_seat_interface")
    }

    /// `union wl_argument`: eight bytes, of which the first are the number, or all are the pointer.
    struct Argument {
        private let bits: UInt64

        /// Reads an argument of an event.
        init(_ event: UnsafeRawPointer, at index: Int) {
            bits = event.load(fromByteOffset: index * MemoryLayout<UInt64>.size, as: UInt64.self)
        }

        init(_ number: UInt32) { bits = UInt64(number) }
        init(_ pointer: UnsafeRawPointer?) { bits = UInt64(UInt(bitPattern: pointer)) }
        init(_ proxy: Proxy?) { bits = UInt64(UInt(bitPattern: proxy)) }

        var number: UInt32 { UInt32(truncatingIfNeeded: bits) }
        /// Descriptors are passed as signed numbers.
        var descriptor: Int32 { Int32(truncatingIfNeeded: bits) }
        var proxy: Proxy? { Proxy(bitPattern: UInt(truncatingIfNeeded: bits)) }
        /// A text that is valid only during the event.
        var text: UnsafePointer<CChar>? { UnsafePointer(bitPattern: UInt(truncatingIfNeeded: bits)) }
    }
}
