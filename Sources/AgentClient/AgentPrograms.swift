import AgentProtocol
import Foundation
import KeychainServices

/// The programs that the user's agent knows, and the grants of each: for the window in which the user reviews and revokes them.
///
/// The agent answers the command line if the user has entered the passcode, and the password manager's window if the user has entered a
/// master password. For other programs everything throws `.missingEntitlement`. Only the command line makes new grants (`chatelaine apps`).
public struct AgentPrograms: Sendable {
    private let agent: AgentAdministration

    package init(_ agent: AgentAdministration) { self.agent = agent }

    /// Returns the programs of the user's agent.
    ///
    /// - Returns: `nil` if there is no agent: then each program opens its keychain itself, and nothing is granted.
    /// - Throws: a `KeychainError` if there is an agent that refuses this program or does not answer correctly.
    public static func ofUser() throws(KeychainError) -> AgentPrograms? {
        try AgentAdministration().map { AgentPrograms($0) }
    }

    /// Returns all programs with grants, in the order of their paths.
    ///
    /// - Throws: `.missingEntitlement`; `.interactionNotAllowed` if the passcode or the master password has to be entered first.
    public func all() throws(KeychainError) -> [KnownProgram] { try agent.listing().apps.map { KnownProgram($0) } }

    /// Revokes a grant of a program. It takes effect at once, also for a running program.
    ///
    /// - Parameters:
    ///   - grant: one that can be revoked (``KnownProgram/Grant/isRevocable``). For a registered group, all registered groups are revoked.
    ///   - program: the program that has the grant.
    /// - Throws: as ``all()``; `.itemNotFound` if it no longer has the grant; `.parameter` for a grant that cannot be revoked.
    public func revoke(_ grant: KnownProgram.Grant, of program: KnownProgram) throws(KeychainError) {
        let pair = WirePolicyChange.Pair.with { ($0.group, $0.path) = (grant.name, program.path) }
        switch grant.kind {
        case .registered: try agent.change(.unregister(program.path))
        case .shared: try agent.change(.unshare(pair))
        case .allowed, .refused: try agent.change(.forgetAnswers(pair))
        case .own, .listed:
            throw KeychainError(
                .parameter, "a program's own group, or a grant by the system, cannot be revoked here")
        }
    }
}

/// A program as the agent knows it.
public struct KnownProgram: Sendable, Equatable, Identifiable {
    /// A group or vault that a program may use, or that it was refused.
    public struct Grant: Sendable, Equatable {
        /// The reasons for a grant.
        public enum Kind: Sendable, Equatable {
            /// The program owns it: it was the first to use it, or the user gave it to the program.
            case own
            /// The user registered it: `chatelaine apps add`.
            case registered
            /// A list of a system-wide installation gives it.
            case listed
            /// Another program owns it, and it is shared with this program.
            case shared
            /// The user was asked, and allowed it.
            case allowed
            /// The user was asked, and refused it.
            case refused
        }

        /// The reason.
        public let kind: Kind
        /// An access group, or the name of a vault with a prefix (see ``vault``).
        public let name: String
        /// The time since which it applies; `nil` if unknown.
        public let since: Date?
        /// Whether it ends with the session in which the program runs.
        public let isForSession: Bool

        /// The name of the vault; `nil` if the grant is for an access group.
        public var vault: String? {
            name.hasPrefix(Self.vaultPrefix) ? String(name.dropFirst(Self.vaultPrefix.count)) : nil
        }
        private static let vaultPrefix = "vault:"

        /// Whether it can be revoked.
        public var isRevocable: Bool { kind != .own && kind != .listed }
    }

    /// The path of its executable, in a sandbox preceded by the sandbox's kind and id.
    public let path: String
    /// The strength of its identification: `system`, `pinned`, `unpinned`, `confined` or `interpreter`.
    public let strength: String
    /// The grants of the program.
    public let grants: [Grant]
    /// The path, which identifies the program.
    public var id: String { path }

    init(_ app: WirePolicyListing.App) {
        (path, strength) = (app.path, app.strength)
        grants = app.grants.compactMap { Grant($0) }
    }
}

extension KnownProgram.Grant {
    /// Makes a grant from its message.
    ///
    /// - Returns: `nil` for a kind that only a later agent knows.
    fileprivate init?(_ wire: WirePolicyListing.Grant) {
        switch wire.kind {
        case .owned: kind = .own
        case .registered: kind = .registered
        case .listed: kind = .listed
        case .shared: kind = .shared
        case .allowed: kind = .allowed
        case .refused: kind = .refused
        case .UNRECOGNIZED: return nil
        }
        (name, isForSession) = (wire.group, wire.forSession)
        since = wire.since == 0 ? nil : Date(timeIntervalSince1970: Double(wire.since))
    }
}
