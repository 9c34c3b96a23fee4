/// An error of a keychain operation.
///
/// A struct, not an enum: a new code does not break programs that switch over the codes they know.
/// Two errors are equal if their codes are. Reason and remedy are for users, and contain no secret and no attribute's value.
public struct KeychainError: Error, Sendable {
    /// The code of a keychain error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The status number in Apple's API.
        public let rawValue: Int32
        /// Makes the code with the given status number.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The function is not implemented.
        public static let unimplemented = Code(rawValue: -4)
        /// The disk is full.
        public static let diskFull = Code(rawValue: -34)
        /// The disk cannot be read or written.
        public static let io = Code(rawValue: -36)
        /// A parameter is invalid.
        public static let parameter = Code(rawValue: -50)
        /// There is not enough memory.
        public static let allocate = Code(rawValue: -108)
        /// The user declined.
        public static let userCanceled = Code(rawValue: -128)
        /// The keychain cannot be used.
        public static let notAvailable = Code(rawValue: -25291)
        /// The keychain cannot be written.
        public static let readOnly = Code(rawValue: -25292)
        /// The passcode is wrong, or there is none where one is required.
        public static let authenticationFailed = Code(rawValue: -25293)
        /// There is no keychain of this name.
        public static let noSuchKeychain = Code(rawValue: -25294)
        /// The file is not a keychain.
        public static let invalidKeychain = Code(rawValue: -25295)
        /// There is a keychain of this name.
        public static let duplicateKeychain = Code(rawValue: -25296)
        /// An item has the same primary key.
        public static let duplicateItem = Code(rawValue: -25299)
        /// No item matches.
        public static let itemNotFound = Code(rawValue: -25300)
        /// The class has no such attribute.
        public static let noSuchAttribute = Code(rawValue: -25303)
        /// There is no such class.
        public static let noSuchClass = Code(rawValue: -25306)
        /// The class key that the item needs is not available: the keychain is locked, or has not been unlocked since the start.
        public static let interactionNotAllowed = Code(rawValue: -25308)
        /// The item has data that is never returned: that of a private key which is not extractable.
        public static let dataNotAvailable = Code(rawValue: -25316)
        /// The data that was read is damaged.
        public static let decode = Code(rawValue: -26275)
        /// The program does not belong to the group.
        public static let missingEntitlement = Code(rawValue: -34018)
        /// The program is not allowed to do this.
        public static let restrictedAPI = Code(rawValue: -34020)
        /// A library that this one is built on reports an error.
        package static let internalError = Code(rawValue: -26276)
        /// The attributes of a key do not allow the operation.
        package static let keyUsageIncorrect = Code(rawValue: -67731)
    }

    /// The code, for programs.
    public let code: Code
    /// The reason in words.
    public let reason: String
    /// A hint on what the user can do about it; nil if there is none.
    public let remedy: String?
    /// Whether the request did not reach the service, so that it may be repeated with another one.
    package var wasNotDelivered = false
    /// The error of the authentication, if the user was prompted and it failed.
    package var authentication: AuthenticationError?
    /// The authentication that the operation requires, if the user may be prompted for it.
    package var requirement: AuthenticationRequirement?
    /// Whether the passcode was not checked, because of too many wrong attempts before.
    package var passcodeWasNotChecked = false

    /// Makes an error with a code, a reason and a hint.
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
        KeychainError(.decode, "\(what): the data is damaged", remedy: "examine the keychain with: chatelaine doctor")
    }

    static var locked: KeychainError {
        KeychainError(.interactionNotAllowed, "the keychain is locked", remedy: "unlock it with the passcode first")
    }

    static var itemNotFound: KeychainError { KeychainError(.itemNotFound, "no item matches") }

    static var duplicateItem: KeychainError {
        KeychainError(.duplicateItem, "an item with the same primary key exists", remedy: "update it instead")
    }
}
