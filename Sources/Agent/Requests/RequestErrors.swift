import KeychainServices

/// Errors of several handlers.
extension KeychainError {
    static var unknownRequest: KeychainError {
        KeychainError(
            .unimplemented, "the agent does not know what the program asks for",
            remedy: "upgrade chatelaine and restart the agent")
    }

    static var onlyTheCommandLine: KeychainError {
        KeychainError(
            .missingEntitlement, "only the command line may do this", remedy: "use the command “chatelaine”")
    }
}
