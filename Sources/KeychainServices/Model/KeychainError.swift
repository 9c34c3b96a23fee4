/// Why a keychain operation did not succeed.
///
/// A struct, not an enum: a new code is no breaking change for programs that switch over the codes they know.
/// Two errors are equal if their codes are; reason and remedy are for people and name no secret and no attribute's value.
public struct KeychainError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The status number that Apple's API has for it.
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static let unimplemented = Code(rawValue: -4)
        public static let diskFull = Code(rawValue: -34)
        public static let io = Code(rawValue: -36)
        public static let parameter = Code(rawValue: -50)
        public static let allocate = Code(rawValue: -108)
        public static let userCanceled = Code(rawValue: -128)
        public static let notAvailable = Code(rawValue: -25291)
        public static let readOnly = Code(rawValue: -25292)
        /// A wrong passcode, or none where one is needed.
        public static let authenticationFailed = Code(rawValue: -25293)
        public static let noSuchKeychain = Code(rawValue: -25294)
        public static let duplicateItem = Code(rawValue: -25299)
        public static let itemNotFound = Code(rawValue: -25300)
        public static let noSuchAttribute = Code(rawValue: -25303)
        public static let noSuchClass = Code(rawValue: -25306)
        /// The class key that the item needs is not available: locked, or not yet unlocked since the start.
        public static let interactionNotAllowed = Code(rawValue: -25308)
        public static let decode = Code(rawValue: -26275)
        public static let missingEntitlement = Code(rawValue: -34018)
        public static let restrictedAPI = Code(rawValue: -34020)
    }

    public let code: Code
    /// What happened.
    public let reason: String
    /// What the person at the keyboard can do about it, or nil if nothing.
    public let remedy: String?

    public init(_ code: Code, _ reason: String, remedy: String? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }
}

extension KeychainError: Equatable {
    public static func == (one: KeychainError, other: KeychainError) -> Bool { one.code == other.code }
}

extension KeychainError: CustomStringConvertible {
    public var description: String {
        if let remedy { "\(reason); \(remedy) (\(code.rawValue))" } else { "\(reason) (\(code.rawValue))" }
    }
}

extension KeychainError {
    static func parameter(_ reason: String) -> KeychainError { KeychainError(.parameter, reason) }

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
