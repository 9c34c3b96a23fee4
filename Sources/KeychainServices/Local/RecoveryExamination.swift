import GRDB
import KeyManagement
import Secrets

/// The examination of a file with its recovery key, before it is recovered or by the doctor. It changes nothing.
///
/// A copy that was taken while a program wrote may have pages of different times. What it lacks would not be noticed later: the recovered
/// keychain would be an intact one with fewer items.
struct RecoveryExamination {
    let keybag: Keybag
    let isManaged: Bool
    let outcome: KeychainRecovery.Outcome
    let classes: [RecoveredClass]
    /// The damage that was found first; `nil` if there is none.
    let damage: String?

    /// - Throws: `KeyError.wrongPasscode` if it is not the recovery key; `KeyError.damaged` if it opens nothing.
    init(_ context: Connection.Context, recoveryKey: borrowing SecretBytes) throws {
        try Schema.check(context.db)
        keybag = try KeybagTable.load(context.db, ignoresDamagedPairs: true)
        isManaged = try KeybagTable.generation(context.db).isManaged
        let isComplete = try !KeybagTable.load(context.db).hasUnreadablePairs
        // The device key of this machine is not needed yet, and perhaps there is none.
        let keys = try KeySet.recovering(keybag, recoveryKey: recoveryKey, deviceKey: .makeRandom())
        let counts = try Self.reading(ifCorrupt: [:]) { try Self.countsOfItems(context.db) }
        let loss = keys.lossOfRecovery(from: keybag)
        outcome = KeychainRecovery.Outcome(
            loss, counts, oldDevice: Set(keybag.classKeys.map(\.number)).subtracting(keys.openClassKeys),
            isComplete: isComplete)
        classes = RecoveredClass.all(in: keybag, open: keys.openClassKeys, loss: loss, counts: counts)
        let known = Set(keybag.classKeys.map(\.number))
        damage = try Self.reading(ifCorrupt: "a page cannot be read") {
            try Self.damage(context, keys, known, counts)
        }
    }

    private static func reading<Result>(ifCorrupt corrupt: Result, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return corrupt
        }
    }

    /// Returns the number of items for each number of a class key.
    private static func countsOfItems(_ db: Database) throws -> [Int64: Int] {
        let row = try PreparedStatement(db, "SELECT classkey, count(*) FROM item GROUP BY classkey")
        var counts: [Int64: Int] = [:]
        while try row.step() { counts[row.number(at: 0)] = Int(row.number(at: 1)) }
        return counts
    }

    private static func damage(
        _ context: Connection.Context, _ keys: KeySet, _ known: Set<Int64>, _ counts: [Int64: Int]
    ) throws -> String? {
        if let complaint = try Doctor.integrity(context.db).first { return complaint }
        let strange = counts.filter { !known.contains($0.key) }.values.reduce(0, +)
        guard strange == 0 else { return "\(strange) items belong to a key that the file does not have" }
        var examination = ItemExamination(context: context, keys: keys)
        try examination.run { _, _ in }
        if !examination.corrupt.isEmpty { return "\(examination.corrupt.count) items cannot be read" }
        guard examination.wronglyIndexed.isEmpty, examination.strayEntries == 0 else {
            return "the search table does not match the items"
        }
        return nil
    }
}

extension KeychainRecovery {
    /// What a recovery did not bring back.
    public struct Outcome: Sendable {
        /// The classes of which a key was not opened although it may leave its device: it is damaged, or newer than the recovery key.
        public let lostClasses: [ProtectionClass]
        /// The number of items that such a key would have opened.
        public let lostItems: Int
        /// The number of items that belonged to the old device only, or needed its passcode.
        public let itemsOfOldDevice: Int
        /// Whether keys of protected files are damaged: files of theirs cannot be opened.
        public let hasLostFileKeys: Bool
    }
}

extension KeychainRecovery.Outcome {
    /// - Parameter oldDevice: the numbers of all class keys that are not recovered.
    fileprivate init(_ loss: RecoveryLoss, _ counts: [Int64: Int], oldDevice: Set<Int64>, isComplete: Bool) {
        func count(_ numbers: Set<Int64>) -> Int { numbers.reduce(0) { $0 + (counts[$1] ?? 0) } }
        self.init(
            lostClasses: loss.classes.sorted { $0.rawValue < $1.rawValue }, lostItems: count(loss.classKeys),
            itemsOfOldDevice: count(oldDevice.subtracting(loss.classKeys)),
            hasLostFileKeys: !loss.fileClasses.isEmpty || !isComplete)
    }
}
