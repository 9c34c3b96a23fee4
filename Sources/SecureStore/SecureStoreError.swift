import Foundation
import Security

/// Why a ``SecureStore`` could not do what it was asked to. No case holds a password or an account's name.
public enum SecureStoreError: Error, Equatable, Sendable {
    /// The password has no UTF-8 form. Only text that comes from Objective-C, with half a surrogate pair in it, is like that.
    case string2DataConversionError
    /// What is stored is not UTF-8 text: another program has stored it.
    case data2StringConversionError
    /// The keychain has refused; `message` says why, in English.
    case unhandledError(message: String)

    /// The keychain's own words for a status.
    static func status(_ status: OSStatus) -> SecureStoreError {
        .unhandledError(message: SecCopyErrorMessageString(status, nil) as String? ?? "OSStatus \(status)")
    }
}

extension SecureStoreError: LocalizedError {
    /// What went wrong, as a sentence.
    public var errorDescription: String? {
        switch self {
        case .string2DataConversionError: "The text cannot be stored: it has no UTF-8 form."
        case .data2StringConversionError: "What is stored is not text."
        case .unhandledError(let message): message
        }
    }
}
