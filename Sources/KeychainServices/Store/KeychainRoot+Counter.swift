import KeyManagement

extension KeychainRoot {
    /// Returns the counter of a keychain; nil without a device key that can be read, since it is not known then.
    func counter(of path: String) -> CommitCounter? {
        guard let deviceKey = try? deviceKey(ofKeychainAt: path) else { return nil }
        return CommitCounter(ofKeychainAt: path, key: CommitCounterKey(deviceKey))
    }
}
