import GRDB

/// The error of a keychain of a later release: it may have tables of which this one knows nothing.
struct LaterFormat: Error {
    let version: Int64
}

/// The tables of a keychain file.
///
/// Specified in: Docs/keychain-format.md, "Tables". A change here is a new format version.
enum Schema {
    /// `CKC1`, in the field in which SQLite files identify their format.
    static let applicationID: Int32 = 0x434b_4331
    static let version: Int32 = 2
    /// `CKP1`, that of a portable keychain, which has the table of its password besides.
    static let portableID: Int32 = 0x434b_5031
    /// The version without the table of key pairs.
    private static let firstVersion: Int32 = 1

    /// The columns of a stored item, also used by the quarantine.
    private static let columns = """
        id BLOB NOT NULL, class INTEGER NOT NULL, flags INTEGER NOT NULL, protection INTEGER NOT NULL, \
        classkey INTEGER NOT NULL, revision INTEGER NOT NULL, tags BLOB NOT NULL, key BLOB NOT NULL, \
        metadata BLOB NOT NULL, secret BLOB NOT NULL
        """

    static let tables: [(name: String, sql: String)] = [
        (
            "keybag",
            """
            CREATE TABLE keybag (one INTEGER PRIMARY KEY CHECK (one = 1), keychain BLOB NOT NULL, device BLOB NOT NULL, \
            generation INTEGER NOT NULL, managed INTEGER NOT NULL, passes INTEGER, memory INTEGER, salt BLOB, \
            search BLOB NOT NULL, recovery BLOB) STRICT
            """
        ),
        (
            "classkey",
            """
            CREATE TABLE classkey (number INTEGER PRIMARY KEY, protection INTEGER NOT NULL, wrapper INTEGER NOT NULL, \
            wrapped BLOB NOT NULL, recovery BLOB, metadata BLOB NOT NULL, wraps INTEGER NOT NULL, \
            current INTEGER NOT NULL) STRICT
            """
        ),
        ("item", "CREATE TABLE item (number INTEGER PRIMARY KEY, \(columns)) STRICT"),
        (
            "search",
            "CREATE TABLE search (tag BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY (tag, item)) STRICT, WITHOUT ROWID"
        ),
        (
            "quarantine",
            "CREATE TABLE quarantine (number INTEGER PRIMARY KEY, moved INTEGER NOT NULL, \(columns)) STRICT"
        ),
        keyPairs,
    ]

    private static let keyPairs = (
        name: "keypair",
        sql: """
        CREATE TABLE keypair (number INTEGER PRIMARY KEY, purpose INTEGER NOT NULL, public BLOB NOT NULL, \
        classkey INTEGER NOT NULL, private BLOB NOT NULL, current INTEGER NOT NULL) STRICT
        """
    )

    static func create(in db: Database) throws {
        for table in tables { try db.execute(sql: table.sql) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    static func hasKeyPairs(_ db: Database) throws -> Bool { try number(db, "PRAGMA user_version") > firstVersion }

    /// Upgrades a file of the first format to this one.
    static func addKeyPairs(in db: Database) throws {
        guard try !hasKeyPairs(db) else { return }
        try db.execute(sql: keyPairs.sql)
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static let password = (
        name: "password",
        sql: """
        CREATE TABLE password (one INTEGER PRIMARY KEY CHECK (one = 1), passes INTEGER NOT NULL, memory INTEGER NOT NULL, \
        salt BLOB NOT NULL, wrapped BLOB NOT NULL, settings BLOB NOT NULL) STRICT
        """
    )

    /// Makes a file with the tables of this format a portable keychain.
    static func addPassword(in db: Database) throws {
        try db.execute(sql: password.sql)
        try db.execute(sql: "PRAGMA application_id = \(portableID)")
    }

    /// Refuses a file that is not a keychain, or one whose tables have been changed: a trigger or a view could make SQLite execute
    /// statements that this program never issued.
    ///
    /// - Parameter isPortable: whether the file has to be a portable keychain; else it must not be one.
    static func check(_ db: Database, isPortable: Bool = false) throws {
        let kind = try number(db, "PRAGMA application_id")
        guard kind == (isPortable ? portableID : applicationID) else {
            if kind == portableID { throw portable }
            if kind == applicationID { throw boundToDevice }
            throw KeychainError(
                .notAvailable, "the file is not a keychain",
                remedy: "move it away, or look at it with: chatelaine doctor")
        }
        let found = try number(db, "PRAGMA user_version")
        try check(format: found)
        let row = try PreparedStatement(db, "SELECT name, sql FROM sqlite_schema ORDER BY rowid")
        var schema: [(name: String, sql: String)] = []
        while try row.step() { schema.append((row.text(at: 0), row.text(at: 1))) }
        let expected =
            isPortable ? tables + [password] : found == firstVersion ? Array(tables.dropLast()) : tables
        guard found >= firstVersion, schema.elementsEqual(expected, by: ==) else {
            throw KeychainError(
                .notAvailable, "the keychain's tables are not those of its format",
                remedy: "examine the keychain with: chatelaine doctor")
        }
    }

    /// The error of a portable keychain in the place of one that is bound to the device.
    private static var portable: KeychainError {
        KeychainError(
            .notAvailable, "the file is a portable keychain, which has a password of its own",
            remedy: "move it to another directory, and open it there by its path")
    }

    /// The error of a file that its password alone does not open.
    private static var boundToDevice: KeychainError {
        KeychainError(
            .notAvailable, "the file is a keychain that is bound to the device on which it was made",
            remedy: "on this device it opens as the default keychain; elsewhere recover it with: "
                + "chatelaine recovery-key use, see share/doc/chatelaine/keychains.md")
    }

    /// Refuses the format of a later release.
    ///
    /// - Throws: ``LaterFormat``.
    static func check(format: Int64) throws {
        guard format <= version else { throw LaterFormat(version: format) }
    }

    private static func number(_ db: Database, _ sql: String) throws -> Int64 {
        let row = try PreparedStatement(db, sql)
        return try row.step() ? row.number(at: 0) : 0
    }
}
