/// The result of an evaluation of trust.
public enum SecTrustResultType: UInt32, Sendable {
    /// The trust was not evaluated yet, or something has changed since.
    case invalid = 0
    /// The user has explicitly chosen to trust the chain.
    case proceed = 1
    /// The user is to be asked. No function returns it any more.
    case confirm = 2
    /// The user has explicitly chosen not to trust the chain.
    case deny = 3
    /// The chain is valid, and the user has chosen nothing.
    case unspecified = 4
    /// The chain is not trusted as it is; with other settings it could be.
    case recoverableTrustFailure = 5
    /// The chain is not trusted, whatever the settings are.
    case fatalTrustFailure = 6
    /// The evaluation failed.
    case otherError = 7
}
