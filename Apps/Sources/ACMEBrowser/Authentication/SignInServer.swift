/// A part of a server that takes one name and password (RFC 7235, section 2.2).
struct SignInServer: Sendable, Hashable {
    /// The scheme by which the password is sent.
    enum Scheme: Sendable { case basic, digest }

    /// The longest name of a part in UTF-8.
    static let mostBytes = 1 << 10

    let host: String
    let port: Int
    let realm: String
    let isSecure: Bool
    let scheme: Scheme
}
