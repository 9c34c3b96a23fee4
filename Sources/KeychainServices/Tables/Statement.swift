import Foundation
import GRDB
import GRDBSQLite

/// A prepared statement, stepped directly: the engine binds and reads bytes in place, while GRDB's rows would copy them.
struct PreparedStatement: ~Copyable {
    private let statement: Statement
    private let handle: SQLiteStatement

    /// Takes the statement from the connection's cache, with nothing bound.
    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    deinit {
        // Reset returns the error of the last step again, which has already been thrown.
        _ = sqlite3_reset(handle)
        _ = sqlite3_clear_bindings(handle)
    }

    /// Binds bytes that the caller keeps valid until the statement is released.
    borrowing func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        if let start = bytes.baseAddress, !bytes.isEmpty {
            try check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), nil))
        } else {
            try check(sqlite3_bind_zeroblob(handle, index, 0))
        }
    }

    borrowing func bind(_ number: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(handle, index, number))
    }

    /// Steps to the next row; false if there is none.
    borrowing func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Runs a statement that returns no rows.
    borrowing func run() throws {
        while try step() {}
        _ = sqlite3_reset(handle)
    }

    /// Returns the bytes in a column of the current row, valid until the next step.
    borrowing func bytes(at column: Int32) -> UnsafeRawBufferPointer {
        // SQLite requires that the pointer is requested before the size.
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    borrowing func hasColumn(_ column: Int32) -> Bool { column < sqlite3_column_count(handle) }

    borrowing func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    borrowing func optionalBytes(at column: Int32) -> [UInt8]? { isNull(at: column) ? nil : Array(bytes(at: column)) }

    borrowing func text(at column: Int32) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    borrowing func number(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    private borrowing func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private borrowing func error(_ code: Int32) -> DatabaseError {
        let message = sqlite3_db_handle(handle).flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
}
