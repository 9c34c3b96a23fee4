import Foundation

extension KeychainError: LocalizedError {
    /// The reason.
    public var errorDescription: String? { reason }
    /// The remedy.
    public var recoverySuggestion: String? { remedy }
}
