import LinuxSupport

/// Why a QR code could not be read or drawn. The reason never has the code's text in it.
public struct QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let reason: String
    /// What the person at the keyboard can do about it.
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
