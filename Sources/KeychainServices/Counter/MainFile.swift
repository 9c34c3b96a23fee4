import CChatelaineSQLite
import GRDB
import GRDBSQLite

/// The main file of a keychain as it is on the disk, without the log.
///
/// An older file under a newer log looks like a state that never was: the log has the last number, and the file lacks what was moved to it
/// before that log began.
struct MainFile {
    let db: Database

    /// The number of the last change that was moved to the file; nil if it is not known.
    ///
    /// Another process may be moving the log. So a number counts only if it is read twice.
    func number() -> Int64? {
        guard let first = read(), first == read() else { return nil }
        return first
    }

    private func read() -> Int64? {
        guard let size = try? number("PRAGMA page_size"), (512...65_536).contains(size),
            let root = try? number("SELECT rootpage FROM sqlite_schema WHERE name = 'classkey'"), root > 1,
            root < Int64(Int32.max)
        else { return nil }
        var page = [UInt8](repeating: 0, count: Int(size))
        let connection = UnsafeMutableRawPointer(db.sqliteConnection)
        guard chatelaine_sqlite_read_main_file(connection, &page, Int32(size), (root - 1) * size) == SQLITE_OK else {
            return nil
        }
        return LeafPage(page)?.commitNumber
    }

    private func number(_ sql: String) throws -> Int64? {
        let row = try PreparedStatement(db, sql)
        return try row.step() ? row.number(at: 0) : nil
    }
}
