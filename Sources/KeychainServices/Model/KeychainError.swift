/// Why a keychain operation did not succeed.
///
/// A struct, not an enum: a new code is no breaking change for programs that switch over the codes they know.
/// Two errors are equal if their codes are; reason and remedy are for people and name no secret and no attribute's value.
public struct KeychainError: Error, Sendable {
    /// What went wrong, for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The status number that Apple's API has for it.
        public let rawValue: Int32
        /// The code with the given status number.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Not built yet.
        public static let unimplemented = Code(rawValue: -4)
        /// The disk is full.
        public static let diskFull = Code(rawValue: -34)
        /// The disk cannot be read or written.
        public static let io = Code(rawValue: -36)
        /// A value that does not belong there.
        public static let parameter = Code(rawValue: -50)
        /// No memory.
        public static let allocate = Code(rawValue: -108)
        /// Somebody said no.
        public static let userCanceled = Code(rawValue: -128)
        /// The keychain cannot be used.
        public static let notAvailable = Code(rawValue: -25291)
        /// The keychain cannot be written.
        public static let readOnly = Code(rawValue: -25292)
        /// A wrong passcode, or none where one is needed.
        public static let authenticationFailed = Code(rawValue: -25293)
        /// There is no keychain of this name.
        public static let noSuchKeychain = Code(rawValue: -25294)
        /// An item has the same primary key.
        public static let duplicateItem = Code(rawValue: -25299)
        /// No item matches.
        public static let itemNotFound = Code(rawValue: -25300)
        /// The class has no such attribute.
        public static let noSuchAttribute = Code(rawValue: -25303)
        /// There is no such class.
        public static let noSuchClass = Code(rawValue: -25306)
        /// The class key that the item needs is not available: locked, or not yet unlocked since the start.
        public static let interactionNotAllowed = Code(rawValue: -25308)
        /// Something that was read is not what was written.
        public static let decode = Code(rawValue: -26275)
        /// The program does not belong to the group.
        public static let missingEntitlement = Code(rawValue: -34018)
        /// The program may not do this.
        public static let restrictedAPI = Code(rawValue: -34020)
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What happened.
    public let reason: String
    /// What the person at the keyboard can do about it, or nil if nothing.
    public let remedy: String?
    /// Whether the one who was to do the work was never asked: then another may be.
    package var wasNeverAsked = false
    /// Why somebody who was asked has not shown it.
    package var authentication: AuthenticationError?
    /// What somebody would have to show first, where that may be asked for.
    package var requirement: AuthenticationRequirement?
    /// Whether a passcode was not looked at, because too many wrong ones came before it.
    package var passcodeWasNotTried = false

    /// An error with a code, a reason and what to do.
    public init(_ code: Code, _ reason: String, remedy: String? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }
}

extension KeychainError: Equatable {
    /// Whether both have the same code.
    public static func == (one: KeychainError, other: KeychainError) -> Bool { one.code == other.code }
}

extension KeychainError: CustomStringConvertible {
    /// Reason, remedy and code in one line.
    public var description: String {
        if let remedy { "\(reason); \(remedy) (\(code.rawValue))" } else { "\(reason) (\(code.rawValue))" }
    }
}

extension KeychainError {
    package static func parameter(_ reason: String) -> KeychainError { KeychainError(.parameter, reason) }

    static func damaged(_ what: String) -> KeychainError {
        KeychainError(.decode, "\(what): the data is damaged", remedy: "see what is left with: chatelaine doctor")
    }

    static var locked: KeychainError {
        KeychainError(.interactionNotAllowed, "the keychain is locked", remedy: "unlock it with the passcode first")
    }

    static var itemNotFound: KeychainError { KeychainError(.itemNotFound, "no item matches") }

    static var duplicateItem: KeychainError {
        KeychainError(.duplicateItem, "an item with the same primary key exists", remedy: "update it instead")
    }
}
