import Foundation

/// Why a password manager gave no answer.
///
/// A struct with codes that can be compared, so that a new code breaks no program. The `async` functions throw it;
/// completion handlers get the same as an `NSError`. Each turns into the other with `as` and `as?`.
public struct PasswordManagerError: Error, Sendable {
    /// What happened, for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number, as an `NSError` has it.
        public let rawValue: Int
        /// The code with the given number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The user closed the sheet, or the task was cancelled.
        public static let cancelledByUser = Code(rawValue: AppExtensionErrorCodeCancelledByUser)
        /// No password manager is installed.
        public static let apiNotAvailable = Code(rawValue: AppExtensionErrorCodeAPINotAvailable)
        /// The password manager could not be reached, did not take the request, or went away.
        public static let failedToContactExtension = Code(rawValue: AppExtensionErrorCodeFailedToContactExtension)
        /// The answer could not be read.
        public static let failedToLoadItemProviderData = Code(
            rawValue: AppExtensionErrorCodeFailedToLoadItemProviderData)
        /// The page could not be read.
        public static let collectFieldsScriptFailed = Code(rawValue: AppExtensionErrorCodeCollectFieldsScriptFailed)
        /// The page could not be filled.
        public static let fillFieldsScriptFailed = Code(rawValue: AppExtensionErrorCodeFillFieldsScriptFailed)
        /// Something of a wrong type, or that contradicts itself, in the request or in the answer; no address.
        public static let unexpectedData = Code(rawValue: AppExtensionErrorCodeUnexpectedData)
        /// The web view shows no page.
        public static let failedToObtainURLStringFromWebView = Code(
            rawValue: AppExtensionErrorCodeFailedToObtainURLStringFromWebView)
    }

    /// What happened, for programs.
    public let code: Code
    /// What happened, for people. Names no secret.
    public let reason: String
    /// The error behind this one, if there is one.
    public let underlyingError: (any Error)?

    /// An error with a code, a reason and what is behind it.
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
