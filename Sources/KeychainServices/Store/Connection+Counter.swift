import GRDB

extension Connection.Context {
    /// Calls `body` in a read transaction on a snapshot that has every acknowledged change.
    ///
    /// - Throws: `.notAvailable` if acknowledged changes are missing.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        let recorded = counter?.read()
        return try inTransaction(.deferred) {
            // The file is compared once; a later one in its place has to be written by a process that compares it.
            try checkComplete(recorded, comparesFile: !log.wasCompared)
            log.wasCompared = true
            return try body()
        }
    }

    /// Calls `body` in a write transaction, and counts it if it changes anything. Called while holding the writers' lock.
    ///
    /// - Throws: `.notAvailable` if acknowledged changes are missing; nothing is written then.
    func commit<Result>(_ body: () throws -> Result) throws -> Result {
        let recorded = counter?.read()
        var counted: CounterRecord?
        let result = try inTransaction(.immediate) {
            // Before `body`, which may replace the row that has the number.
            let last = try checkComplete(recorded, comparesFile: true)
            let changes = db.totalChangesCount
            let result = try body()
            if db.totalChangesCount != changes { counted = try count(after: last, recorded) }
            return result
        }
        // The commit has synchronised the log.
        if let counted { counter?.write(counted) }
        return result
    }

    private func count(after last: CommitNumber?, _ recorded: CounterRecord?) throws -> CounterRecord? {
        guard counter != nil, let last else { return nil }
        let known = recorded.flatMap { $0.keychainID == last.keychainID ? $0 : nil }
        let number = max(last.number ?? 0, known?.number ?? 0) + 1
        guard try CommitNumber.store(number, in: db) else { return nil }
        return CounterRecord(keychainID: last.keychainID, number: number, moved: known?.moved ?? 0)
    }

    /// Checks that this transaction sees every change that was acknowledged when the counter was read.
    ///
    /// - Parameter comparesFile: whether to look at the main file as well, which may be older than its log.
    /// - Returns: the file's number; nil if it cannot be read, or changes are not counted here.
    /// - Throws: `.notAvailable` if changes are missing.
    @discardableResult
    private func checkComplete(
        _ recorded: CounterRecord?, comparesFile: Bool
    ) throws(KeychainError) -> CommitNumber? {
        guard counter != nil, let number = try? CommitNumber.load(db) else { return nil }
        let missing = number.missing(from: recorded, in: comparesFile ? MainFile(db: db) : nil)
        guard missing == 0 else { throw .changesMissing(missing) }
        return number
    }

    /// Returns the number of acknowledged changes that this transaction does not see; 0 if it is not known.
    ///
    /// - Parameter recorded: the counter, read before the transaction began.
    func missingChanges(since recorded: CounterRecord?) -> Int64 {
        guard let number = try? CommitNumber.load(db) else { return 0 }
        return number.missing(from: recorded, in: MainFile(db: db))
    }

    /// Checks outside of a transaction that no acknowledged change is missing, before the log is moved to the file. Called while holding
    /// the writers' lock.
    func checkBeforeMoving() throws {
        guard let recorded = counter?.read() else { return }
        try inTransaction(.deferred) { _ = try checkComplete(recorded, comparesFile: true) }
    }

    /// Records that the whole log was moved to the file.
    func noteMoved() {
        guard let counter, var record = counter.read(), let last = try? CommitNumber.load(db), let number = last.number,
            record.keychainID == last.keychainID, record.number == number, record.moved != number
        else { return }
        record.moved = number
        counter.write(record)
    }
}

extension KeychainError {
    /// The error of a keychain that lacks acknowledged changes.
    static func changesMissing(_ count: Int64) -> KeychainError {
        KeychainError(
            .notAvailable, missingChangesText(count),
            remedy: "examine it with: chatelaine doctor")
    }

    static func missingChangesText(_ count: Int64) -> String {
        (count == 1 ? "1 acknowledged change is missing" : "\(count) acknowledged changes are missing")
            + " from the keychain: its log is damaged or lost, or an older file was put back"
    }
}
