/// A finger as fprintd names it. Its `any` is no finger: it only says that none in particular is meant.
///
/// Specified in: fprintd's D-Bus interface `net.reactivated.Fprint.Device`, “Fingerprint names”.
package enum Finger: String, CaseIterable, Hashable, Sendable, Comparable {
    case leftThumb = "left-thumb"
    case leftIndex = "left-index-finger"
    case leftMiddle = "left-middle-finger"
    case leftRing = "left-ring-finger"
    case leftLittle = "left-little-finger"
    case rightThumb = "right-thumb"
    case rightIndex = "right-index-finger"
    case rightMiddle = "right-middle-finger"
    case rightRing = "right-ring-finger"
    case rightLittle = "right-little-finger"

    /// The name as people say it: `right index finger`.
    package var description: String { rawValue.split(separator: "-").joined(separator: " ") }

    /// Whether one name comes before the other. The order is that of the names' letters, which never changes.
    package static func < (one: Finger, other: Finger) -> Bool { one.rawValue < other.rawValue }
}

extension Finger: CustomStringConvertible {}
