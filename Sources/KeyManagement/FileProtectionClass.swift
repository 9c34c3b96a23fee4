/// When a protected file can be read and written: Apple's classes A to D, with Apple's numbers.
///
/// Specified in: Docs/protected-file-format.md, "Classes".
package enum FileProtectionClass: UInt8, CaseIterable, Sendable {
    /// Read and written only while the keychain is unlocked.
    case complete = 1
    /// Made and written at any time, and open files finished; read only while the keychain is unlocked.
    case completeUnlessOpen = 2
    /// From the first unlock on.
    case completeUntilFirstUserAuthentication = 3
    /// Always, with this device's key.
    case none = 4

    /// The class whose key opens the key of this class.
    package var protection: ProtectionClass {
        switch self {
        case .complete, .completeUnlessOpen: .whenUnlocked
        case .completeUntilFirstUserAuthentication: .afterFirstUnlock
        case .none: .always
        }
    }

    /// Apple's name for it.
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
    /// When it can be had.
    package let fileClass: FileProtectionClass
    /// The file: 16 random bytes, another at every writing.
    package let fileID: [UInt8]
    /// The access group that it takes to have it unwrapped.
    package let group: String
    /// The number in the keybag of the key that wraps it.
    package let keyNumber: Int64
    /// 60 bytes, or 80 of ``FileProtectionClass/completeUnlessOpen``.
    package let bytes: [UInt8]

    /// Bytes of a file's id.
    package static let fileIDSize = 16
    /// Bytes of a group's name, at most.
    package static let longestGroup = 256
    /// Bytes of a wrapped key, at most.
    package static let longestWrapped = 512

    /// A wrapped key as it was read.
    ///
    /// - Returns: nil for sizes that none has.
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
