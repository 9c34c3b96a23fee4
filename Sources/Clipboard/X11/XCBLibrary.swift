import LinuxSupport

/// The functions of libxcb that are used here, loaded at their first use.
///
/// A cookie is a structure of one unsigned 32-bit number, which the calling conventions of all 64-bit Linux systems pass and return as that
/// number. Replies and events are read as bytes: their layout is that of the protocol.
///
/// Specified in: X Window System Protocol, version 11, appendix B; xcb.h.
struct XCBLibrary {
    typealias Connection = OpaquePointer
    typealias Cookie = UInt32
    typealias Memory = UnsafeMutableRawPointer
    /// A window, an atom, or a timestamp.
    typealias Number = UInt32

    let connect: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> Connection?
    let disconnect: @convention(c) (Connection) -> Void
    let hasError: @convention(c) (Connection) -> Int32
    let descriptor: @convention(c) (Connection) -> Int32
    let flush: @convention(c) (Connection) -> Int32
    let setup: @convention(c) (Connection) -> UnsafeRawPointer?
    let makeID: @convention(c) (Connection) -> Number
    let nextEvent: @convention(c) (Connection) -> Memory?
    let waitForEvent: @convention(c) (Connection) -> Memory?
    let internAtom: @convention(c) (Connection, UInt8, UInt16, UnsafePointer<CChar>) -> Cookie
    let internAtomReply: Reply
    /// Depth, window, parent, x, y, width, height, border, class, visual, mask, values.
    let createWindow:
        @convention(c) (
            Connection, UInt8, Number, Number, Int16, Int16, UInt16, UInt16, UInt16, UInt16, UInt32, UInt32,
            UnsafeRawPointer?
        ) -> Cookie
    let destroyWindow: @convention(c) (Connection, Number) -> Cookie
    let changeWindowAttributes: @convention(c) (Connection, Number, UInt32, UnsafeRawPointer?) -> Cookie
    /// Mode, window, property, type, bits of an element, number of elements, elements.
    let changeProperty:
        @convention(c) (Connection, UInt8, Number, Number, Number, UInt8, UInt32, UnsafeRawPointer?) -> Cookie
    /// Delete, window, property, type, offset and length in units of four bytes.
    let getProperty: @convention(c) (Connection, UInt8, Number, Number, Number, UInt32, UInt32) -> Cookie
    let getPropertyReply: Reply
    let setSelectionOwner: @convention(c) (Connection, Number, Number, Number) -> Cookie
    let getSelectionOwner: @convention(c) (Connection, Number) -> Cookie
    let getSelectionOwnerReply: Reply
    /// Propagate, destination, mask, 32 bytes.
    let sendEvent: @convention(c) (Connection, UInt8, Number, UInt32, UnsafeRawPointer) -> Cookie

    /// A reply to be freed, or `nil` and an error to be freed.
    typealias Reply = @convention(c) (Connection, Cookie, UnsafeMutablePointer<Memory?>?) -> Memory?

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libxcb.so.1")
        connect = try library.function("xcb_connect")
        disconnect = try library.function("xcb_disconnect")
        hasError = try library.function("xcb_connection_has_error")
        descriptor = try library.function("xcb_get_file_descriptor")
        flush = try library.function("xcb_flush")
        setup = try library.function("xcb_get_setup")
        makeID = try library.function("xcb_generate_id")
        nextEvent = try library.function("xcb_poll_for_event")
        waitForEvent = try library.function("xcb_wait_for_event")
        internAtom = try library.function("xcb_intern_atom")
        internAtomReply = try library.function("xcb_intern_atom_reply")
        createWindow = try library.function("xcb_create_window")
        destroyWindow = try library.function("xcb_destroy_window")
        changeWindowAttributes = try library.function("xcb_change_window_attributes")
        changeProperty = try library.function("xcb_change_property")
        getProperty = try library.function("xcb_get_property")
        getPropertyReply = try library.function("xcb_get_property_reply")
        setSelectionOwner = try library.function("xcb_set_selection_owner")
        getSelectionOwner = try library.function("xcb_get_selection_owner")
        getSelectionOwnerReply = try library.function("xcb_get_selection_owner_reply")
        sendEvent = try library.function("xcb_send_event")
    }
}
