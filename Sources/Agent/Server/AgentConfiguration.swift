import Glibc
import TrustedPlatform

extension AgentServer {
    package struct Configuration: Sendable {
        /// The path of the socket to listen at.
        package var socketPath: String
        /// A socket that listens there already, from a service manager.
        package var inheritedSocket: Int32?
        /// The socket by which another process hands over the connections that it has accepted; `nil` if this process listens itself.
        package var handover: Int32?
        /// The user whose programs are served.
        package var user = geteuid()
        /// The directory for keychains that a user moves to this agent; `nil` if none are taken.
        package var account: AccountDirectory?
        /// The seconds without a request that needs an unlocked key until the keychain locks; 0 for never.
        package var autoLock: UInt64 = 15 * 60
        /// The seconds without a connection until the agent ends; 0 for never. One that gets its connections from another process stays
        /// as long as it has keys that took a passcode.
        package var idleExit: UInt64 = 0
        /// The nanoseconds that a program has for its greeting, or for the rest of a frame.
        package var frameTime: UInt64 = 30_000_000_000
        /// The nanoseconds that a thread waits in all for a program that does not take its answer (``SendTimeout``).
        package var replyTime: UInt64 = 30_000_000_000
        /// The nanoseconds after which a program that holds memory that others wait for is hung up on, if it sends nothing more or does
        /// not take its answer.
        package var memoryTime: UInt64 = 2_000_000_000
        /// The most connections.
        package var connections = ConnectionShares.Limits(all: Self.mostConnections)
        /// The nanoseconds of the seconds above: tests have shorter ones.
        package var second: UInt64 = 1_000_000_000
        /// The clocks for the waits after wrong passcodes.
        package var clocks: PasscodeAttempts.Clocks = PasscodeAttempts.machineClocks

        /// The TPM that seals the keys of vaults that a finger unlocks; `nil` to keep them in memory.
        package var tpm: TPMAddress?

        /// Whether to do as on a kernel before 6.5, for tests.
        package var findsPeersByNumber = false

        package init(socketPath: String) { self.socketPath = socketPath }

        /// As many as there are descriptors for, with some left for files. With few descriptors there are some connections all the same:
        /// a program that comes when none is left is turned away.
        private static var mostConnections: Int {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return fewest }
            let descriptors = Int(clamping: limit.rlim_cur) - 64
            return min(4096, max(fewest, descriptors / descriptorsOfConnection))
        }

        private static let fewest = 32
        /// The socket, the process, and its memory map.
        private static let descriptorsOfConnection = 3
    }
}
