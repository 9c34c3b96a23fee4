import KeyManagement

extension Keychain {
    /// What there is to say about a keychain without looking into its items.
    public struct Status: Sendable {
        /// Nil for a keychain in memory.
        public let path: String?
        /// What a person would have to do before items can be read.
        public let lockState: LockState
        /// How many items there are of each class, whatever their group; classes without any are absent.
        public let counts: [ItemClass: Int]
        /// Damaged items in the quarantine.
        public let quarantined: Int
        /// Whether there is a recovery key.
        public let hasRecoveryKey: Bool
        /// What deriving the passcode's key takes, in bytes of memory and passes; nil without a passcode.
        public let passcodeCost: (memory: Int, passes: UInt64)?
        /// Whether a change of the passcode was interrupted and goes on at the next unlock.
        public let isRewrapPending: Bool
        /// Of the file and its log, in bytes.
        public let size: Int

        package init(
            path: String?, lockState: LockState, counts: [ItemClass: Int], quarantined: Int, hasRecoveryKey: Bool,
            passcodeCost: (memory: Int, passes: UInt64)?, isRewrapPending: Bool, size: Int
        ) {
            self.path = path
            self.lockState = lockState
            self.counts = counts
            self.quarantined = quarantined
            self.hasRecoveryKey = hasRecoveryKey
            self.passcodeCost = passcodeCost
            self.isRewrapPending = isRewrapPending
            self.size = size
        }
    }

    /// - Throws: `.notAvailable` if the file cannot be read.
    public func status() throws(KeychainError) -> Status { try service().status() }
}
