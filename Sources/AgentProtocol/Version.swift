/// The version information that both ends exchange first.
package enum ProtocolVersion {
    /// The bytes `CKAP` as a little-endian number.
    package static let magic: UInt32 = 0x5041_4b43
    /// The only version that exists.
    package static let major: UInt32 = 1
    /// The additions that this version supports.
    package static let features = [confirmedRecoveryKeys, keyUse, portableKeychains, programLists, hardwareKeys]
    /// The agent takes a recovery key that the program has made and shown, in the secret part of the requests that make one.
    package static let confirmedRecoveryKeys = "confirmed-recovery-keys"
    /// The agent uses private keys for programs: a request of its own, and keys that are not extractable stay in the agent.
    package static let keyUse = "key-use"
    /// The agent keeps portable keychains unlocked.
    package static let portableKeychains = "portable-keychains"
    /// The agent gives the keys of portable keychains to programs that access lists name.
    package static let programLists = "program-lists"
    /// The agent makes private keys in the TPM, and uses those that are no items.
    package static let hardwareKeys = "hardware-keys"
    /// The version of the release, for display only. It is defined only here in the sources;
    /// `Scripts/release-version.sh --check` compares the files that cannot take it from here.
    package static let release = "0.1.0"
    /// The size of the random challenge by which the agent verifies the reader, in bytes.
    package static let nonceSize = 32
}
