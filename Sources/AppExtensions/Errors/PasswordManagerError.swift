import Foundation

/// The reason for which a password manager gave no answer.
///
/// A struct with comparable codes, so that a new code breaks no program. The `async` functions throw it; completion
/// handlers receive it as an `NSError`. Each converts to the other with `as` and `as?`.
public struct PasswordManagerError: Error, Sendable {
    /// The reason as a code.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number, as in an `NSError`.
        public let rawValue: Int
        /// Creates the code with the given number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The user closed the sheet, or the task was cancelled.
        public static let cancelledByUser = Code(rawValue: AppExtensionErrorCodeCancelledByUser)
        /// No password manager is installed.
        public static let apiNotAvailable = Code(rawValue: AppExtensionErrorCodeAPINotAvailable)
        /// The password manager could not be reached, refused the request, or disconnected.
        public static let failedToContactExtension = Code(rawValue: AppExtensionErrorCodeFailedToContactExtension)
        /// The answer could not be read.
        public static let failedToLoadItemProviderData = Code(
            rawValue: AppExtensionErrorCodeFailedToLoadItemProviderData)
        /// The page could not be read.
        public static let collectFieldsScriptFailed = Code(rawValue: AppExtensionErrorCodeCollectFieldsScriptFailed)
        /// The page could not be filled.
        public static let fillFieldsScriptFailed = Code(rawValue: AppExtensionErrorCodeFillFieldsScriptFailed)
        /// A value of the wrong type, or contradictory values, in the request or in the answer; or no address.
        public static let unexpectedData = Code(rawValue: AppExtensionErrorCodeUnexpectedData)
        /// The web view shows no page.
        public static let failedToObtainURLStringFromWebView = Code(
            rawValue: AppExtensionErrorCodeFailedToObtainURLStringFromWebView)
    }

    /// The reason as a code.
    public let code: Code
    /// The reason, for display. Contains no secret.
    public let reason: String
    /// The underlying error, if there is one.
    public let underlyingError: (any Error)?

    /// Creates an error with a code, a reason and an underlying error.
    public init(_ code: Code, _ reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlyingError = underlyingError
    }

    static let cancelled = PasswordManagerError(.cancelledByUser, "The password manager was closed without a choice.")
}

extension PasswordManagerError: Equatable {
    /// Whether both have the same code.
    public static func == (one: PasswordManagerError, other: PasswordManagerError) -> Bool { one.code == other.code }
}

extension PasswordManagerError: CustomStringConvertible {
    /// Reason and code in one line.
    public var description: String { "\(reason) (\(code.rawValue))" }
}
