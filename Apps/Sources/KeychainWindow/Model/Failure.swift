import GtkSupport
import KeychainServices

/// An error that already has the words for the user.
struct Failure: Error {
    let message: String
}

/// Errors in words for the user.
@MainActor enum ErrorText {
    static func message(_ error: any Error) -> String {
        switch error {
        case let failure as Failure: return failure.message
        case let error as KeychainError where error.code == .authenticationFailed && error.remedy == nil:
            return sentence(error.reason)
        case let error as KeychainError:
            return ([error.reason, error.remedy].compactMap { $0 }).map(sentence).joined(separator: " ")
        default: return "\(error)"
        }
    }

    private static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }
}
