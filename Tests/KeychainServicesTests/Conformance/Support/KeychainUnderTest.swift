import Agent
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// A keychain of a test's own, and the means to do to it what happens to keychains.
final class KeychainUnderTest {
    static let group = "com.example.tests"

    private let temporary: TemporaryRoot?
    private let groups: [String]
    private var open: Keychain?
    private var agent: AgentUnderTest?
    /// How people show to an agent who they are.
    private let authenticators: Authenticators

    init(
        _ transport: Transport, groups: [String], authenticators: Authenticators = Authenticators()
    ) throws {
        self.groups = groups
        self.authenticators = authenticators
        switch transport {
        case .file:
            let temporary = try TemporaryRoot()
            self.temporary = temporary
            open = try temporary.open(groups: groups)
        case .memory:
            temporary = nil
            open = try Keychain.inMemory(accessGroups: AccessGroups(groups))
        case .agent:
            let temporary = try TemporaryRoot()
            self.temporary = temporary
            try startAgent(temporary)
        }
    }

    deinit {
        open = nil
        // Before the directory goes: an agent whose socket is removed creates it again, with the directories above it.
        agent?.end()
    }

    /// For what the forwarding methods do not offer. Not to be kept across ``restart()``, nor longer than this object.
    var keychain: Keychain {
        get throws { try #require(open) }
    }

    private func startAgent(_ temporary: TemporaryRoot) throws {
        let agent = try AgentUnderTest(serving: temporary.open(groups: ["*"]), in: temporary.path, authenticators)
        self.agent = agent
        open = try agent.keychain(groups: groups)
    }

    /// Where the agent listens; nil without one.
    var socketPath: String? { agent?.socketPath }

    /// Ends the agent, if there is one: nothing is to be done with the keychain after that.
    func end() {
        open = nil
        agent?.end()
    }

    /// The keychain in this process, even if an agent serves it.
    var served: Keychain {
        get throws { try agent?.served ?? keychain }
    }

    /// What is behind the keychain, in this process or in the agent.
    var store: Store {
        get throws { try (agent?.served ?? keychain).store }
    }

    /// The same keychain as another program sees it. Not to be kept across ``restart()``.
    func seen(by groups: String...) throws -> Keychain { try keychain.with(accessGroups: AccessGroups(groups)) }

    /// What the end of the process and a new start do: nothing is left in memory but what the device key opens.
    func restart() throws {
        if let temporary, let agent {
            // Threads of the agent's may hold on to the store for another instant, so its keys are set back as in memory.
            try forgetKeys()
            agent.end()
            open = nil
            try startAgent(temporary)
        } else if let temporary {
            try keychain.close()
            open = nil
            open = try temporary.open(groups: groups)
        } else {
            try forgetKeys()
        }
    }

    private func forgetKeys() throws {
        let store = try store
        let keys = try KeySet(opening: store.keys.keybag, deviceKey: store.keys.deviceKey)
        try store.unlock(since: nil) { _ in keys }
    }

    // MARK: - Behind the keychain's back

    /// Runs SQL on the database while the keychain has it closed; one in memory has no closed state.
    func execute(_ sql: String) throws {
        try onConnection { connection in
            let code = sqlite3_exec(connection, sql, nil, nil, nil)
            guard code == SQLITE_OK else { throw SQLFailure(code: code, sql: sql) }
        }
    }

    /// The first column of the rows that a SELECT gives, as SQLite's own notation for values (`X'00'`, `1`, `'text'`).
    func values(_ column: String, from table: String) throws -> [String] {
        let sql = "SELECT quote(\(column)) FROM \(table) ORDER BY number"
        return try onConnection { connection in
            var statement: OpaquePointer?
            let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
            guard code == SQLITE_OK else { throw SQLFailure(code: code, sql: sql) }
            defer { sqlite3_finalize(statement) }
            var values: [String] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            }
            return values
        }
    }

    private func onConnection<Result>(_ body: (OpaquePointer?) throws -> Result) throws -> Result {
        let behind = try agent?.served ?? keychain
        guard let path = behind.path else {
            return try store.write { try body($0.db.sqliteConnection) }
        }
        behind.close()
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK else { throw SQLFailure(code: code, sql: "open") }
        return try body(connection)
    }

    private struct SQLFailure: Error {
        let code: Int32
        let sql: String
    }
}
