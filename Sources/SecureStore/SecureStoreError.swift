import Foundation
import Security

/// An error of a ``SecureStore``. No case contains a password or an account's name.
public enum SecureStoreError: Error, Equatable, Sendable {
    /// The password has no UTF-8 form. Only text from Objective-C that contains half a surrogate pair has none.
    case string2DataConversionError
    /// The stored data is not UTF-8 text: another program has stored it.
    case data2StringConversionError
    /// The keychain has refused; `message` contains the reason, in English.
    case unhandledError(message: String)

    /// Makes an error with the keychain's message for a status.
    static func status(_ status: OSStatus) -> SecureStoreError {
        .unhandledError(message: SecCopyErrorMessageString(status, nil) as String? ?? "OSStatus \(status)")
    }
}

extension SecureStoreError: LocalizedError {
    /// The error as a sentence.
    public var errorDescription: String? {
        switch self {
        case .string2DataConversionError: "The text cannot be stored: it has no UTF-8 form."
        case .data2StringConversionError: "The stored data is not text."
        case .unhandledError(let message): message
        }
    }
}
