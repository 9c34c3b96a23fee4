/// The protection class of a file, which says when it can be read and written: Apple's classes A to D, with Apple's numbers.
///
/// Specified in: Docs/protected-file-format.md, "Classes".
package enum FileProtectionClass: UInt8, CaseIterable, Sendable {
    /// Readable and writable only while the keychain is unlocked.
    case complete = 1
    /// Files can be created and written at any time, and open files can be finished; readable only while the keychain is unlocked.
    case completeUnlessOpen = 2
    /// Readable and writable after the first unlock.
    case completeUntilFirstUserAuthentication = 3
    /// Readable and writable at any time, with this device's key.
    case none = 4

    /// The protection class of the class key that wraps the file keys of this class.
    package var protection: ProtectionClass {
        switch self {
        case .complete, .completeUnlessOpen: .whenUnlocked
        case .completeUntilFirstUserAuthentication: .afterFirstUnlock
        case .none: .always
        }
    }

    /// Apple's name for the class.
    package var name: String {
        switch self {
        case .complete: "complete"
        case .completeUnlessOpen: "completeUnlessOpen"
        case .completeUntilFirstUserAuthentication: "completeUntilFirstUserAuthentication"
        case .none: "none"
        }
    }
}

/// The key of one file, wrapped for its protection class, for one access group and for this file alone.
package struct WrappedFileKey: Hashable, Sendable {
    /// The file's protection class.
    package let fileClass: FileProtectionClass
    /// The identifier of the file: 16 random bytes, new at every write.
    package let fileID: [UInt8]
    /// The access group that a program needs to have the key unwrapped.
    package let group: String
    /// The number of the wrapping key in the keybag.
    package let keyNumber: Int64
    /// The wrapped key: 60 bytes, or 80 for ``FileProtectionClass/completeUnlessOpen``.
    package let bytes: [UInt8]

    /// The size of a file's identifier in bytes.
    package static let fileIDSize = 16
    /// The maximum size of a group's name in bytes.
    package static let longestGroup = 256
    /// The maximum size of a wrapped key in bytes.
    package static let longestWrapped = 512

    /// Makes a wrapped key from the values that were read.
    ///
    /// - Returns: nil for sizes that no wrapped key has.
    package init?(
        fileClass: FileProtectionClass, fileID: [UInt8], group: String, keyNumber: Int64, bytes: [UInt8]
    ) {
        guard fileID.count == Self.fileIDSize, (1...Self.longestGroup).contains(group.utf8.count),
            (1...Self.longestWrapped).contains(bytes.count)
        else { return nil }
        self.fileClass = fileClass
        self.fileID = fileID
        self.group = group
        self.keyNumber = keyNumber
        self.bytes = bytes
    }
}
