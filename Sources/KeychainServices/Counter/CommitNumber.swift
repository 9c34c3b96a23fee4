import GRDB

/// The number of the last change in a keychain's file, as its transaction sees it.
///
/// It is in the column `current` of the current class key of `dk`, which every keychain has. Any value but 0 means that the key is current,
/// so releases that do not count read such a file, and set the column to 1 when they change keys: then the number is not known.
struct CommitNumber: Equatable {
    let keychainID: [UInt8]
    /// Nil if it is not known.
    let number: Int64?

    /// The values of the column that hold a number: it is one less, so that 1 means none. Larger ones cannot result from use.
    private static let valid: Range<Int64> = 2..<1 << 56
    private static let condition = "protection = \(protection) AND current != 0"

    /// The row and the columns in the table `classkey`.
    static let protection: Int64 = 8
    static let (protectionColumn, column) = (1, 7)

    /// Reads the number.
    static func load(_ db: Database) throws -> CommitNumber {
        let row = try PreparedStatement(
            db, "SELECT keychain, (SELECT current FROM classkey WHERE \(condition)) FROM keybag")
        guard try row.step() else { return CommitNumber(keychainID: [], number: nil) }
        return CommitNumber(keychainID: Array(row.bytes(at: 0)), number: number(stored: row.number(at: 1)))
    }

    /// Returns the number that a value of the column means; nil for none.
    static func number(stored: Int64) -> Int64? { valid.contains(stored) ? stored - 1 : nil }

    /// Stores a number. False if the file has no place for it, or the number has none.
    static func store(_ number: Int64, in db: Database) throws -> Bool {
        guard number < valid.upperBound - 1 else { return false }
        let statement = try PreparedStatement(db, "UPDATE classkey SET current = ?1 WHERE \(condition)")
        try statement.bind(number + 1, at: 1)
        try statement.run()
        return db.changesCount > 0
    }

    /// Returns the number of acknowledged changes that are missing: those between this number and the counter's, or between the numbers up
    /// to which the log was moved. 0 if they are not known.
    ///
    /// - Parameter file: the main file, which may be older than its log; nil to look at this number alone.
    func missing(from record: CounterRecord?, in file: MainFile?) -> Int64 {
        guard let record, let number, record.keychainID == keychainID else { return 0 }
        guard record.number <= number else { return record.number - number }
        guard let file, record.moved > 0, let moved = file.number() else { return 0 }
        return max(0, record.moved - moved)
    }
}
