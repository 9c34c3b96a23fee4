/// A finger by its fprintd name. fprintd's `any` is not included, because it does not name a finger.
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

    /// The name in words: `right index finger`.
    package var description: String { rawValue.split(separator: "-").joined(separator: " ") }

    /// Whether one name comes before the other, in the alphabetical order of the names, which never changes.
    package static func < (one: Finger, other: Finger) -> Bool { one.rawValue < other.rawValue }
}

extension Finger: CustomStringConvertible {}
