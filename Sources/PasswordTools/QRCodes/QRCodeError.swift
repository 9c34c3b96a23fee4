import LinuxSupport

/// An error in reading or drawing a QR code. The reason never contains the code's text.
public struct QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let reason: String
    /// The action that the user can take.
    public let remedy: String

    init(_ reason: String, remedy: String) {
        self.reason = reason
        self.remedy = remedy
    }

    init(_ missing: MissingLibrary, package: String) {
        self.init(
            "the library \(missing.name) is not installed",
            remedy: "install Debian's package \(package), or your system's")
    }

    /// Reason and remedy.
    public var description: String { "\(reason): \(remedy)" }
}
