/// The reason for which the policy cannot be read, or cannot be changed as requested.
package enum PolicyError: Error, Hashable, Sendable {
    /// The policy was written by a later release; the number is the version of the document.
    case laterVersion(Int)
    /// The data is not a policy; the text names the damaged part.
    case damaged(String)
    /// The encoded policy would be over 1 MiB.
    case tooLarge
    /// There are 10,000 entries of one kind already; the text names the kind.
    case full(String)
    /// The result of examining the program is invalid; the text says what is wrong.
    case invalidSubject(String)
    /// The group name is empty, over 256 bytes, unprintable, or reserved (`*`).
    case invalidGroup
    /// The directory cannot be trusted; the text is the path.
    case invalidPath(String)
    /// A label, or the name of the registering party, is empty, over 256 bytes or unprintable.
    case invalidText
    /// The time of expiry has passed already.
    case expired
    /// The program is unidentified: nothing can be granted to it by name.
    case noIdentity
    /// All scripts of an interpreter share its identity, so none of them gets anything permanent.
    case noPermanentGrant
    /// There is no such entry; the text names the kind.
    case notFound(String)
    /// Only a secured program reserves a group for secured programs, or opens it to others again.
    case notSecured
    /// The group belongs to another program, or to none.
    case notOwned
    /// The owner of the group has reserved it for secured programs.
    case reserved
}

extension PolicyError: CustomStringConvertible {
    /// The reason, and a remedy if there is one.
    package var description: String {
        switch self {
        case .laterVersion(let version):
            "the policy was written by a later release (version \(version)); upgrade the agent to read it"
        case .damaged(let what): "\(what): the data is damaged"
        case .tooLarge: "the policy would be larger than 1 MiB; revoke entries that are no longer needed"
        case .full(let kind): "the policy has 10,000 \(kind) already; revoke entries that are no longer needed"
        case .invalidSubject(let reason): reason
        case .invalidGroup: "this is not a valid group name"
        case .invalidPath(let path): "“\(path)” cannot be trusted: give the absolute path of a directory below the root"
        case .invalidText: "the text is empty, too long or has unprintable characters"
        case .expired: "the expiry time is in the past"
        case .noIdentity: "the program could not be identified, so nothing can be granted to it"
        case .noPermanentGrant:
            "the program is an interpreter: all scripts that it runs share its identity, so none can get permanent access"
        case .notFound(let kind): "there is no such \(kind)"
        case .notSecured: "the program is not secured, so it cannot reserve a group for secured programs"
        case .notOwned: "the group does not belong to the program"
        case .reserved: "its program has reserved the group for secured programs"
        }
    }

    /// A remedy for the user, in one line.
    package var remedy: String {
        switch self {
        case .noPermanentGrant:
            "give it to a program with its own executable, or let scripts ask for a session: chatelaine apps ask yes"
        case .noIdentity: "do not run it under a debugger, or with the rights of several users"
        case .notSecured: "mark the program, as root: chatelaine apps secure"
        case .notOwned: "name a group that the program was the first to use"
        case .reserved: "only the program itself takes that back, while it is secured"
        case .invalidGroup, .invalidText: "use 1 to 256 bytes of printable text, and no “*”"
        default: "list the agent's policy with: chatelaine apps"
        }
    }
}
