/// What both ends say about themselves first.
package enum ProtocolVersion {
    /// `CKAP` in the order of the bytes.
    package static let magic: UInt32 = 0x5041_4b43
    /// The only one there is.
    package static let major: UInt32 = 1
    /// Additions that this version has. None so far.
    package static let features: [String] = []
    /// The version of the release, for messages to people. Nothing else in the sources names it, and
    /// `Scripts/release-version.sh --check` compares the places that cannot take it from here.
    package static let release = "0.1.0"
    /// Random bytes that the agent sends to see who reads.
    package static let nonceSize = 32
}
