import AccessPolicy
import Dispatch

/// The queues for work that takes time.
///
/// Changes of the keychain wait for the disk, and deriving a key from a passcode takes half a second: readers wait for neither. The
/// prompts and the terminals of the owner have a queue of their own, so that what other programs try delays no unlock.
final class WorkQueues: Sendable {
    /// The queue on which the keychain is changed.
    let writes = DispatchQueue(label: "io.github.chatelaine.agent.changes")
    private let persons = PasscodeQueue("passcodes")
    private let programs = PasscodeQueue("passcodes-of-programs")
    /// One for all, since vaults are renamed and deleted there as well.
    private let vaults = PasscodeQueue("vault-passwords")
    private let isProven: @Sendable (PasscodeSource) -> Bool

    /// - Parameter isProven: whether a source has given the right passcode before.
    init(isProven: @escaping @Sendable (PasscodeSource) -> Bool = { _ in false }) { self.isProven = isProven }

    /// Runs something that derives keys from a passcode of the keychain.
    func derive(from source: PasscodeSource, _ body: @escaping PasscodeQueue.Body) {
        queue(of: source).async(turn(of: source), body)
    }

    /// The same on this thread, which waits for its turn.
    func derived<Result>(from source: PasscodeSource, _ body: () -> Result) -> Result {
        queue(of: source).sync(turn(of: source), body)
    }

    /// Runs something that derives keys from a master password, or changes what vaults there are.
    func deriveForVault(from source: PasscodeSource, _ body: @escaping PasscodeQueue.Body) {
        vaults.async(turn(of: source), body)
    }

    /// The same on this thread, which waits for its turn.
    func derivedForVault<Result>(from source: PasscodeSource, _ body: () -> Result) -> Result {
        vaults.sync(turn(of: source), body)
    }

    /// Waits until all derivations that wait now are done, or a deadline has passed.
    func drainDerivations(until deadline: DispatchTime = .distantFuture) {
        for queue in [persons, programs, vaults] { queue.drain(until: deadline) }
    }

    private func queue(of source: PasscodeSource) -> PasscodeQueue { source.isPerson ? persons : programs }

    private func turn(of source: PasscodeSource) -> PasscodeQueue.Turn {
        PasscodeQueue.Turn(source, isProven: isProven(source))
    }
}
