import AgentProtocol
import Foundation
import Glibc
import KeyManagement
import LinuxSupport
@_exported import KeychainServices
import Synchronization

extension Keychain {
    /// Returns the keychain that the keychain APIs use by default: `override` if there is one, else the user's.
    ///
    /// - Throws: as ``userDefault()``.
    public static func current() throws(KeychainError) -> Keychain {
        if let override { return override }
        return try userDefault()
    }

    private static let ofThisProgram = Keychain(.ofThisProgram)

    /// Returns the user's default keychain, with the access groups of this program: through the agent if there is one, else opened by this
    /// process. Opened at the first use, and kept open until the process ends.
    ///
    /// - Throws: `.notAvailable` if it cannot be opened, `.missingEntitlement` if the program's entitlements list cannot be read.
    public static func userDefault() throws(KeychainError) -> Keychain {
        _ = try ofThisProgram.service()
        return ofThisProgram
    }

    /// Returns the user's default keychain: through the agent if there is one, else opened by this process.
    ///
    /// - Parameter groups: the access groups that the program requests, or `nil` for those of its entitlements.
    package static func user(wanting groups: AccessGroups?) -> Keychain {
        Keychain(TransportChoice(groups))
    }

    private convenience init(_ choice: TransportChoice) {
        self.init { () throws(KeychainError) in try choice.service() }
    }
}

/// Chooses at every call whether the agent or this process serves the user's keychain.
package final class TransportChoice: Sendable {
    private struct State {
        var agent: AgentKeychain?
        var embedded: (any KeychainService)?
        /// The time of the last search for an agent, in nanoseconds of the monotonic clock.
        var lookedAt: UInt64?
    }

    private let wanted: AccessGroups?
    private let state = Mutex(State())

    package init(_ wanted: AccessGroups?) { self.wanted = wanted }

    /// With the access groups that this program has.
    static let ofThisProgram = TransportChoice(nil)

    /// Returns the service for the next operation.
    ///
    /// - Throws: a `KeychainError` if neither an agent nor the files can be used.
    package func service() throws(KeychainError) -> any KeychainService {
        // The lock is held only briefly: not while an agent is asked or a file is opened.
        let known = locked { $0 }
        if let agent = known.agent, !agent.pool.foundNoAgent { return agent }
        if let embedded = known.embedded, let lookedAt = known.lookedAt, Clock.coarse &- lookedAt < Self.pause,
            (embedded as? LocalKeychain)?.belongsToAgent != true
        {
            return embedded
        }
        if let agent = try reachAgent() {
            locked { $0.agent = agent }
            return agent
        }
        let embedded = if let opened = known.embedded { opened } else { try open() }
        locked { state in
            state.agent = nil
            state.embedded = embedded
            state.lookedAt = Clock.coarse
        }
        return embedded
    }

    /// Returns the agent; nil if there is none. The files of the user's keychain are not opened for this.
    func agent() throws(KeychainError) -> AgentKeychain? {
        if let agent = locked({ $0.agent }), !agent.pool.foundNoAgent { return agent }
        let agent = try reachAgent()
        if let agent { locked { $0.agent = agent } }
        return agent
    }

    /// The time for which a process that has the files open does not search for an agent: a second. The coarse clock is exact enough
    /// for it.
    private static let pause: UInt64 = 1_000_000_000

    private func locked<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        ForkGuard.withForksBlocked { state.withLock { body(&$0) } }
    }

    private func reachAgent() throws(KeychainError) -> AgentKeychain? {
        guard let path = SocketPath.ofServingAgent() else { return nil }
        do {
            return try AgentKeychain(path: path, groups: wanted?.entries ?? [])
        } catch let error as KeychainError {
            throw error
        } catch {
            return try AgentConnection.valueWithoutAgent(at: path)
        }
    }

    private func open() throws(KeychainError) -> any KeychainService {
        let groups = if let wanted { wanted } else { try AccessGroups.ofThisProgram() }
        return try Keychain(root: .user(), accessGroups: groups).service()
    }
}

extension Keychain {
    /// Returns the keychain of the agent at a socket, and of no other.
    ///
    /// - Parameter groups: the access groups that the program requests; none for those that the agent gives it.
    /// - Throws: `.notAvailable` if there is none.
    package static func served(at path: String, groups: [String]) throws(KeychainError) -> Keychain {
        do {
            return Keychain(try AgentKeychain(path: path, groups: groups))
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(
                .notAvailable, "no agent listens at “\(path)”", remedy: "start it with: chatelaine agent")
        }
    }
}
