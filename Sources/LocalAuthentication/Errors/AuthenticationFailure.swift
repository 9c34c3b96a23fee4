/// The reason why an evaluation has failed.
package struct AuthenticationFailure: Sendable, Equatable {
    /// The code, for programs.
    package var code: LAError.Code
    /// Details and remedy, for users; nil if there are none. Must not contain a secret.
    package var reason: String?

    /// Makes a failure.
    package init(_ code: LAError.Code, _ reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}
