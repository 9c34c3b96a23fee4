import Foundation
import KeychainServices
import PasswordVault
import Synchronization
import TestSupport
import Testing

@testable import VaultWindow

/// What the window has under way when the user or the desktop asks for a lock: it shows nothing afterwards, and the vault is locked.
@MainActor struct SessionLockTests {
    /// A clock of the vaults that has the window locked when it is read, which is in the middle of what is under way.
    private final class Interruption: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        func locks(_ session: VaultSession) {
            body.withLock {
                $0 = {
                    let isLocked = DispatchSemaphore(value: 0)
                    Task { @MainActor in
                        await session.lock()
                        isLocked.signal()
                    }
                    isLocked.wait()
                }
            }
        }

        var clock: @Sendable () -> Date {
            { [self] in
                body.withLock { $0.take() }?()
                return Date()
            }
        }
    }

    private let directory: TemporaryDirectory
    private let vaults: VaultDirectory
    private let session: VaultSession
    private let interruption = Interruption()
    private let password = Secret("seven silly walruses")

    init() throws {
        let directory = try TemporaryDirectory()
        let vaults = VaultDirectory(root: KeychainRoot(path: directory("home")), clock: interruption.clock)
        (self.directory, self.vaults) = (directory, vaults)
        session = VaultSession { vaults }
    }

    private func isUnlocked() async throws -> Bool { try await session.perform { try $0.isUnlocked() } }

    @Test func lockWinsOverAVaultThatIsBeingMade() async throws {
        await session.connect()
        #expect(session.state == .none)
        interruption.locks(session)
        try await session.create(password)
        await session.finishCreating()
        #expect(session.state == .locked)
        #expect(try await !isUnlocked())
        try await session.unlock(password)
        #expect(session.state == .unlocked)
    }

    /// The pages that follow the creation, such as that of the recovery key, take as long as the user does.
    @Test func lockWinsOverThePagesAfterTheCreation() async throws {
        await session.connect()
        try await session.create(password)
        await session.lock()
        await session.finishCreating()
        #expect(session.state == .locked)
        #expect(try await !isUnlocked())
    }

    @Test func lockWinsOverAnUnlock() async throws {
        try vaults.create("personal", password: password.copy()).lock()
        await session.connect()
        #expect(session.state == .locked)
        interruption.locks(session)
        await #expect(throws: KeychainError(.interactionNotAllowed, "")) { try await session.unlock(password) }
        #expect(session.state == .locked)
        #expect(try await !isUnlocked())
        try await session.unlock(password)
        #expect(session.state == .unlocked)
    }

    @Test func lockWinsOverARecovery() async throws {
        let made = try vaults.create("personal", password: password.copy())
        let key = Secret(try made.makeRecoveryKey())
        made.lock()
        await session.connect()
        let new = Secret("eight sober pelicans")
        interruption.locks(session)
        await #expect(throws: KeychainError(.interactionNotAllowed, "")) { try await session.recover(key, new) }
        #expect(session.state == .locked)
        #expect(try await !isUnlocked())
        try await session.unlock(new)
        #expect(session.state == .unlocked)
    }
}
