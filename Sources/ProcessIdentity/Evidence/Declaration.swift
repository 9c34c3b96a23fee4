/// The file next to an executable that declares the access groups of the program, as the helper has read it.
package struct Declaration: Sendable, Equatable {
    /// The kind of file, or the reason why its contents are missing.
    ///
    /// The raw values are part of the helper's answers and never change.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// There is no such file, or only one of a user who does not own the executable.
        case absent = 0
        /// `EXECUTABLE.entitlements`.
        case entitlements = 1
        /// An `Info.plist`; there is no `EXECUTABLE.entitlements`.
        case information = 2
        /// The list is a symbolic link, a pipe, a device or a directory.
        case notRegular = 3
        /// The list is larger than `InspectionLimits.declaration`.
        case tooLarge = 4
        /// The list cannot be read.
        case unreadable = 5

        /// Whether there are contents.
        var hasContents: Bool { self == .entitlements || self == .information }
    }

    /// The kind of file.
    package let kind: Kind
    /// The contents, unless `kind` says that there are none.
    package internal(set) var contents: [UInt8]

    /// Creates a declaration.
    package init(_ kind: Kind, contents: [UInt8] = []) {
        self.kind = kind
        self.contents = contents
    }

    /// No file.
    package static let absent = Declaration(.absent)
}
