import AccessPolicy
import Foundation
import KeychainServices

/// The keychain that a request for one access group is served with.
struct GroupAccess {
    let keychain: any KeychainService
    /// The group, if a person has to allow it first.
    let consentGroup: String?

    /// The beginning of the names under which answers about vaults are kept, and questions name them. No program gets such an access
    /// group.
    static let vaultPrefix = "vault:"
}

/// Decides with which keychain a request is served that names an access group.
struct GroupAccessPolicy: Sendable {
    /// The keychain, with all access groups.
    let service: any KeychainService
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?

    /// Returns the keychain for a request that names an item by its reference alone: with the groups of other programs that a person has
    /// allowed this program. No person is asked: a group that was allowed once was allowed for that request.
    func keychain(of session: Session) -> any KeychainService {
        let usual = session.keychain
        guard let policy else { return usual }
        let program = session.program
        let allowed = policy.document.allowedGroups(of: program.subject, session: program.session, now: Date()).filter {
            !usual.accessGroups.allows($0) && !$0.hasPrefix(GroupAccess.vaultPrefix)
        }
        guard !allowed.isEmpty else { return usual }
        return service.with(accessGroups: AccessGroups(usual.accessGroups.names + allowed))
    }

    /// - Parameter group: named by the request, or `nil`.
    func access(of session: Session, to group: String?, writing: Bool) throws(KeychainError) -> GroupAccess {
        let usual = writing ? session.writableKeychain : session.keychain
        // An answer about a vault must not come from a question about an access group.
        guard let group, let policy, !usual.accessGroups.allows(group), !group.hasPrefix(GroupAccess.vaultPrefix) else {
            return GroupAccess(keychain: usual, consentGroup: nil)
        }
        let program = session.program
        let access = policy.document.access(
            of: program.subject, to: group, writing: writing, session: program.session, now: Date(),
            token: session.token)
        guard access != .deny else { return GroupAccess(keychain: usual, consentGroup: nil) }
        let extended = service.with(accessGroups: AccessGroups(usual.accessGroups.names + [group]))
        return GroupAccess(keychain: extended, consentGroup: access == .ask ? group : nil)
    }
}
