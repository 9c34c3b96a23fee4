import Foundation
import KeychainServices
import ProcessIdentity
import Secrets
import Synchronization

/// The state of each connection of a native host: its challenge, then its session.
final class BrowserSessions: Sendable {
    /// A browser that has started the native host.
    struct Browser: Sendable {
        let program: Program
        let identity: BrowserPairing.Browser
        let process: ParentProcess

        /// Whether it still is the program that has started the host.
        var isSame: Bool { process.isParent && program.witness?.isRunning ?? true }
    }

    /// A session of a paired profile.
    struct Session: Sendable {
        /// The id of the pairing, which may be revoked meanwhile.
        let pairing: String
        let browser: Browser
    }

    /// A challenge that is to be signed.
    struct Challenge: Sendable {
        let bytes: [UInt8]
        let pairing: String
        let extensionID: String
    }

    private enum Phase {
        case challenged(Challenge)
        case proven(Session)
    }

    private struct State {
        var phases: [Poller.ID: Phase] = [:]
        /// The connection for which the user is being asked whether to pair.
        var pairing: Poller.ID?
    }
    private let state = Mutex(State())

    /// Makes a challenge for a connection, in place of its last one and of its session.
    func challenge(_ id: Poller.ID, for pairing: BrowserPairing) -> [UInt8] {
        let bytes = SecureRandom.bytes(SessionProof.challengeSize)
        let challenge = Challenge(bytes: bytes, pairing: pairing.id, extensionID: pairing.extensionID)
        state.withLock { $0.phases[id] = .challenged(challenge) }
        return bytes
    }

    /// Returns the challenge of a connection, which counts once.
    func takeChallenge(_ id: Poller.ID) -> Challenge? {
        state.withLock { state in
            guard case .challenged(let challenge)? = state.phases[id] else { return nil }
            state.phases[id] = nil
            return challenge
        }
    }

    func begin(_ session: Session, on id: Poller.ID) { state.withLock { $0.phases[id] = .proven(session) } }

    func session(on id: Poller.ID) -> Session? {
        state.withLock { state in
            guard case .proven(let session)? = state.phases[id] else { return nil }
            return session
        }
    }

    /// Begins a pairing.
    ///
    /// - Returns: `false` if another is under way.
    func beginPairing(_ id: Poller.ID) -> Bool {
        state.withLock { state in
            guard state.pairing == nil else { return false }
            state.pairing = id
            return true
        }
    }

    func endPairing(_ id: Poller.ID) {
        state.withLock { if $0.pairing == id { $0.pairing = nil } }
    }

    func connectionEnded(_ id: Poller.ID) { state.withLock { $0.phases[id] = nil } }
}
