import KeyManagement

extension Keychain {
    /// The state of a keychain as far as it can be read without decrypting items.
    public struct Status: Sendable {
        /// The path of the file. Nil for a keychain in memory.
        public let path: String?
        /// The lock state.
        public let lockState: LockState
        /// The number of items of each class, whatever their group; classes without items are absent.
        public let counts: [ItemClass: Int]
        /// The number of damaged items in the quarantine.
        public let quarantined: Int
        /// Whether there is a recovery key.
        public let hasRecoveryKey: Bool
        /// The cost of deriving the passcode's key, in bytes of memory and passes; nil without a passcode.
        public let passcodeCost: (memory: Int, passes: UInt64)?
        /// Whether a change of the passcode was interrupted and continues at the next unlock.
        public let isRewrapPending: Bool
        /// The size of the file and its log in bytes.
        public let size: Int

        /// Where keys in hardware are made.
        package enum HardwareKeys: Hashable, Sendable {
            /// In the TPM at this address.
            case tpm(String)
            /// In software, which the settings allow; for the reason that there is no TPM.
            case software(String)
            /// Nowhere, for a reason.
            case none(String)
        }

        /// Where keys in hardware are made; nil if an agent of an earlier release does not say it.
        package let hardwareKeys: HardwareKeys?

        package init(
            path: String?, lockState: LockState, counts: [ItemClass: Int], quarantined: Int, hasRecoveryKey: Bool,
            passcodeCost: (memory: Int, passes: UInt64)?, isRewrapPending: Bool, size: Int,
            hardwareKeys: HardwareKeys? = nil
        ) {
            self.path = path
            self.lockState = lockState
            self.counts = counts
            self.quarantined = quarantined
            self.hasRecoveryKey = hasRecoveryKey
            self.passcodeCost = passcodeCost
            self.isRewrapPending = isRewrapPending
            self.size = size
            self.hardwareKeys = hardwareKeys
        }
    }

    /// Returns the state of the keychain.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func status() throws(KeychainError) -> Status { try service().status() }
}
