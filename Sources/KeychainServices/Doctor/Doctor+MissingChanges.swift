import Foundation
import KeyManagement
import LinuxSupport

extension Doctor {
    /// Reports acknowledged changes that are missing in this transaction.
    ///
    /// - Parameter recorded: the counter, read before the transaction began.
    func compare(_ context: Connection.Context, _ recorded: CounterRecord?, _ diagnosis: inout Diagnosis) {
        let missing = context.missingChanges(since: recorded)
        guard missing > 0 else { return }
        let canSalvage = LostFrames(ofKeychainAt: file.path) != nil
        diagnosis.add(
            .error, .missingChanges, KeychainError.missingChangesText(missing),
            remedy: (canSalvage
                ? "the log has more behind its damaged part: read it with: \(repairCommand); or restore"
                : "restore") + " a newer copy; or go on with what is there: \(command("--accept-state"))",
            isRepairable: canSalvage)
    }

    /// Accepts the keychain as it is although acknowledged changes are missing. The commit counter starts from the file.
    ///
    /// - Returns: the number of the changes that were missing, and the path of a copy of the file and its log that was made first; nil if
    ///   none is missing, and nothing was changed.
    /// - Throws: `.notAvailable` if the copy cannot be made, or the file or the device key cannot be read.
    public func acceptState() throws(KeychainError) -> (missing: Int64, copy: String)? {
        try checkOwner()
        guard Self.mode(file.path) != nil else { return nil }
        return try translatingErrors {
            guard let deviceKey = try file.readDeviceKey() else { throw KeyError.deviceKeyMissing(root.deviceKeyPath) }
            // Writers wait meanwhile.
            return try FileLock(path: file.path + ".lock").whileHolding(timeout: Connections.lockTimeout) {
                let counter = CommitCounter(ofKeychainAt: file.path, key: CommitCounterKey(deviceKey))
                let connection = try Connection(path: file.path, role: .reader, counter: counter)
                defer { connection.close() }
                return try connection.use { context in
                    let recorded = counter.read()
                    return try context.inTransaction(.deferred) { try accept(context, recorded, counter) }
                }
            }
        }
    }

    private func accept(
        _ context: Connection.Context, _ recorded: CounterRecord?, _ counter: CommitCounter
    ) throws -> (missing: Int64, copy: String)? {
        let missing = context.missingChanges(since: recorded)
        guard missing > 0 else { return nil }
        // The next change begins over the part of the log that nothing reads any more.
        let copy = try makeBackup()
        let found = try CommitNumber.load(context.db)
        counter.write(
            CounterRecord(
                keychainID: found.keychainID, number: found.number ?? 0, moved: MainFile(db: context.db).number() ?? 0))
        return (missing, copy)
    }
}
