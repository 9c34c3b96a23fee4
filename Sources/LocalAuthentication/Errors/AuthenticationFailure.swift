/// Why an evaluation has failed.
package struct AuthenticationFailure: Sendable, Equatable {
    /// What a program may decide by.
    package var code: LAError.Code
    /// What is known beyond the code, and the remedy, for people; nil if nothing is. Must not contain a secret.
    package var reason: String?

    /// Puts the two together.
    package init(_ code: LAError.Code, _ reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}
