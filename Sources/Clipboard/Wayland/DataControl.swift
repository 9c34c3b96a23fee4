/// The protocols by which programs without a window manage the clipboard.
///
/// There are two, which differ only in their names: that of wlroots, and its successor.
/// Specified in: wlr-data-control-unstable-v1.xml, version 1, of wlr-protocols; ext-data-control-v1.xml of wayland-protocols.
struct DataControl: @unchecked Sendable {
    // Sendable: the memory that the pointers refer to is never modified.
    typealias Interface = WaylandLibrary.Interface

    /// The interface name that compositors announce.
    let managerName: String
    let manager: Interface
    let device: Interface
    let source: Interface
    let offer: Interface

    /// All protocols, the preferred one first.
    static let all = [DataControl("ext_data_control"), DataControl("zwlr_data_control")]
    /// The requested version of each.
    static let version: UInt32 = 1

    /// The opcodes of requests, in the order of the protocol.
    enum Request {
        static let managerMakesSource: UInt32 = 0
        static let managerMakesDevice: UInt32 = 1
        static let deviceSetsSelection: UInt32 = 0
        static let sourceOffers: UInt32 = 0
        static let sourceDestroys: UInt32 = 1
        static let offerDestroys: UInt32 = 1
    }

    /// The opcodes of events.
    enum Event {
        static let deviceOffers: UInt32 = 0
        static let deviceFinished: UInt32 = 2
        static let sourceSends: UInt32 = 0
        static let sourceCancelled: UInt32 = 1
    }

    private init(_ prefix: String) {
        func name(_ suffix: String) -> String { "\(prefix)_\(suffix)_v1" }
        // Signatures: o object, n new object, s string, h descriptor, ? nullable. The interface of a new object is given next to the
        // signature.
        offer = Self.interface(
            name("offer"), requests: [("receive", "sh", []), ("destroy", "", [])], events: [("offer", "s", [])])
        source = Self.interface(
            name("source"), requests: [("offer", "s", []), ("destroy", "", [])],
            events: [("send", "sh", []), ("cancelled", "", [])])
        device = Self.interface(
            name("device"),
            requests: [
                ("set_selection", "?o", [source]), ("destroy", "", []), ("set_primary_selection", "?o", [source]),
            ],
            events: [
                ("data_offer", "n", [offer]), ("selection", "?o", [offer]), ("finished", "", []),
                ("primary_selection", "?o", [offer]),
            ])
        manager = Self.interface(
            name("manager"),
            requests: [
                ("create_data_source", "n", [source]), ("get_data_device", "no", [device, nil]), ("destroy", "", []),
            ],
            events: [])
        managerName = name("manager")
    }

    private typealias Message = (name: String, signature: String, types: [Interface?])

    /// The offsets in `struct wl_interface` and `struct wl_message`, in bytes; the former has 40, the latter 24.
    private enum Layout {
        static let (name, version, requestCount, requests, eventCount, events, size) = (0, 8, 12, 16, 24, 32, 40)
        static let (signature, types, messageSize) = (8, 16, 24)
        /// A maximum above the number of arguments of any message here.
        static let mostTypes = 4
    }

    /// Makes a `struct wl_interface`, which is never freed.
    private static func interface(_ name: String, requests: [Message], events: [Message]) -> Interface {
        let memory = zeros(Layout.size)
        memory.storeBytes(of: text(name), toByteOffset: Layout.name, as: UnsafeRawPointer.self)
        memory.storeBytes(of: Int32(version), toByteOffset: Layout.version, as: Int32.self)
        memory.storeBytes(of: Int32(requests.count), toByteOffset: Layout.requestCount, as: Int32.self)
        memory.storeBytes(of: messages(requests), toByteOffset: Layout.requests, as: UnsafeRawPointer.self)
        memory.storeBytes(of: Int32(events.count), toByteOffset: Layout.eventCount, as: Int32.self)
        memory.storeBytes(of: messages(events), toByteOffset: Layout.events, as: UnsafeRawPointer.self)
        return UnsafeRawPointer(memory)
    }

    private static func messages(_ messages: [Message]) -> UnsafeRawPointer {
        let memory = zeros(Layout.messageSize * max(messages.count, 1))
        for (index, message) in messages.enumerated() {
            let start = index * Layout.messageSize
            // One entry for each argument, which libwayland reads even if the argument has no interface.
            let types = zeros(Layout.mostTypes * 8)
            for (index, type) in message.types.enumerated() {
                types.storeBytes(of: type, toByteOffset: 8 * index, as: UnsafeRawPointer?.self)
            }
            memory.storeBytes(of: text(message.name), toByteOffset: start, as: UnsafeRawPointer.self)
            memory.storeBytes(
                of: text(message.signature), toByteOffset: start + Layout.signature, as: UnsafeRawPointer.self)
            memory.storeBytes(
                of: UnsafeRawPointer(types), toByteOffset: start + Layout.types, as: UnsafeRawPointer.self)
        }
        return UnsafeRawPointer(memory)
    }

    private static func text(_ text: String) -> UnsafeRawPointer {
        let memory = zeros(text.utf8.count + 1)
        for (index, byte) in text.utf8.enumerated() { memory.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
        return UnsafeRawPointer(memory)
    }

    private static func zeros(_ count: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return memory
    }
}
