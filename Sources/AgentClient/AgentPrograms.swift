import AgentProtocol
import Foundation
import KeychainServices

/// The programs that the user's agent knows, and what each may use: for the window in which a person looks at that and takes it back.
///
/// The agent answers the command line, where somebody has entered the passcode, and the password manager's window, where somebody has
/// entered a master password. For others everything throws `.missingEntitlement`. What somebody is to be *given* is the command line's
/// business (`chatelaine apps`).
public struct AgentPrograms: Sendable {
    private let agent: AgentAdministration

    package init(_ agent: AgentAdministration) { self.agent = agent }

    /// Those of the user's agent.
    ///
    /// - Returns: nil if there is no agent: then each program opens its keychain itself, and nothing is granted.
    /// - Throws: a `KeychainError` if there is one that does not answer as it should.
    public static func ofUser() throws(KeychainError) -> AgentPrograms? {
        try AgentAdministration().map { AgentPrograms($0) }
    }

    /// All that have something, in the order of their paths.
    ///
    /// - Throws: `.missingEntitlement`; `.interactionNotAllowed` if the passcode or the master password has to be entered first.
    public func all() throws(KeychainError) -> [KnownProgram] { try agent.listing().apps.map { KnownProgram($0) } }

    /// Takes back what a program was granted. It counts at once, also for a program that runs.
    ///
    /// - Parameters:
    ///   - grant: one that can be taken back (``KnownProgram/Grant/isRevocable``). Of groups that were registered all go.
    ///   - program: whose it is.
    /// - Throws: as ``all()``; `.itemNotFound` if it does not have it any more; `.parameter` for what cannot be taken back.
    public func revoke(_ grant: KnownProgram.Grant, of program: KnownProgram) throws(KeychainError) {
        let pair = WirePolicyChange.Pair.with { ($0.group, $0.path) = (grant.name, program.path) }
        switch grant.kind {
        case .registered: try agent.change(.unregister(program.path))
        case .shared: try agent.change(.unshare(pair))
        case .allowed, .refused: try agent.change(.forgetAnswers(pair))
        case .own, .listed:
            throw KeychainError(
                .parameter, "what is a program's own, or the system's decision, cannot be taken back here")
        }
    }
}

/// A program as the agent knows it.
public struct KnownProgram: Sendable, Equatable, Identifiable {
    /// Something that a program may use, or that it was refused.
    public struct Grant: Sendable, Equatable {
        /// Why.
        public enum Kind: Sendable, Equatable {
            /// Its own: it was the first to use it, or a person gave it to the program.
            case own
            /// A person said so: `chatelaine apps add`.
            case registered
            /// Who installed it for all users said so.
            case listed
            /// It is another's, and shared with the program.
            case shared
            /// A person was asked, and allowed it.
            case allowed
            /// A person was asked, and refused it.
            case refused
        }

        /// Why.
        public let kind: Kind
        /// An access group, or what ``vault`` has the name of.
        public let name: String
        /// Since when; nil: nobody knows.
        public let since: Date?
        /// Whether it ends with the session in which the program runs.
        public let isForSession: Bool

        /// The name of the vault that it is about; nil: it is about an access group.
        public var vault: String? {
            name.hasPrefix(Self.vaultPrefix) ? String(name.dropFirst(Self.vaultPrefix.count)) : nil
        }
        private static let vaultPrefix = "vault:"

        /// Whether it can be taken back.
        public var isRevocable: Bool { kind != .own && kind != .listed }
    }

    /// Where its executable lies; in a sandbox with that before it.
    public let path: String
    /// How sure the agent is who it is: `system`, `pinned`, `unpinned`, `confined` or `interpreter`.
    public let strength: String
    /// What it may use.
    public let grants: [Grant]
    /// Names the program.
    public var id: String { path }

    init(_ app: WirePolicyListing.App) {
        (path, strength) = (app.path, app.strength)
        grants = app.grants.compactMap { Grant($0) }
    }
}

extension KnownProgram.Grant {
    /// - Returns: nil for one of a kind that a later agent has.
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
