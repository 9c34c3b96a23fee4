/// The reason for which a reference, a template or an environment file cannot be used. Its texts have no secret.
public struct SecretReferenceError: Error, Sendable, Equatable {
    /// The reason, with the position in the text if there is one.
    public let reason: String
    /// The advice to the user.
    public let remedy: String

    /// Makes an error.
    public init(_ reason: String, remedy: String) { (self.reason, self.remedy) = (reason, remedy) }

    /// The same error with the position in front.
    func at(_ position: String) -> SecretReferenceError {
        SecretReferenceError("\(position): \(reason)", remedy: remedy)
    }
}
