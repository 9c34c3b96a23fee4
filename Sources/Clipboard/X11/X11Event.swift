/// The events that matter to the owner of a selection.
///
/// Specified in: X Window System Protocol, version 11, appendix B, "Events" and "Errors".
enum X11Event: Equatable {
    /// Another client requests the selection.
    case request(SelectionRequest)
    /// Another client has acquired the selection.
    case lost(selection: UInt32)
    /// A property of a window was set (with the time of the change), or deleted.
    case property(window: UInt32, name: UInt32, time: UInt32, isDeleted: Bool)
    /// A window was destroyed, or never existed.
    case windowGone(UInt32)
    case other

    /// The size of every event in bytes.
    static let size = 32

    private static let (requestCode, lostCode, propertyCode, destroyedCode): (UInt8, UInt8, UInt8, UInt8) =
        (30, 29, 28, 17)
    private static let (badWindow, deleted): (UInt8, UInt8) = (3, 1)

    /// - Parameter bytes: at least 32, as libxcb returns them.
    init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else {
            self = .other
            return
        }
        func number(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        // Events that another client has sent have the highest bit set: they are ignored.
        self =
            switch bytes[0] {
            case 0 where bytes[1] == Self.badWindow: .windowGone(number(4))
            case Self.requestCode:
                .request(
                    SelectionRequest(
                        time: number(4), owner: number(8), requestor: number(12), selection: number(16),
                        target: number(20), property: number(24)))
            case Self.lostCode: .lost(selection: number(12))
            case Self.propertyCode:
                .property(
                    window: number(4), name: number(8), time: number(12), isDeleted: bytes[16] == Self.deleted)
            case Self.destroyedCode: .windowGone(number(8))
            default: .other
            }
    }
}

/// Another client's request to store the selection in a property of its own window.
struct SelectionRequest: Equatable {
    let time: UInt32
    let owner: UInt32
    let requestor: UInt32
    let selection: UInt32
    let target: UInt32
    /// 0 if the client predates the conventions.
    let property: UInt32

    private static let notifyCode: UInt8 = 31

    /// Returns the event that answers the request.
    ///
    /// - Parameter property: the property with the answer; 0 for a refusal.
    func answer(_ property: UInt32) -> [UInt8] {
        var event = [UInt8](repeating: 0, count: X11Event.size)
        event[0] = Self.notifyCode
        event.withUnsafeMutableBytes { event in
            for (index, number) in [time, requestor, selection, target, property].enumerated() {
                event.storeBytes(of: number, toByteOffset: 4 + 4 * index, as: UInt32.self)
            }
        }
        return event
    }
}
