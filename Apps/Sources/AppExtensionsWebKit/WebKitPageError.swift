/// A reason for which the page of a view cannot be read or filled: the `underlyingError` of a `PasswordManagerError`.
public enum WebKitPageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The scripts could not run, or have failed.
    case unreadable(String)
    /// The model of the page has more than 4 MiB.
    case tooLarge
    /// Another page is being loaded.
    case loading
    /// The page has no origin, because its server has put it into a sandbox.
    case sandboxed
    /// The page was loaded although its certificate is not trusted.
    case untrusted
    /// The page is no longer the one that was read.
    case changed
    /// The page took none of the values, for these reasons.
    case refused([String])

    /// The error for the user, without anything from the plan.
    public var description: String {
        switch self {
        case .unreadable(let reason): "The page cannot be read: \(reason). Reload it and try again."
        case .tooLarge: "The page has too many fields to be filled."
        case .loading: "The page is still loading. Wait for it and try again."
        case .sandboxed: "The page does not speak for its website, so it is not filled."
        case .untrusted: "The certificate of the website is not trusted, so the page is not filled."
        case .changed: "The page has changed in the meantime, so nothing was filled in. Try again."
        case .refused(let reasons): "The page took no value: \(reasons.prefix(3).joined(separator: ", "))."
        }
    }
}
