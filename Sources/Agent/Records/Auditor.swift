import AccessPolicy
import AgentProtocol
import AuditLog
import Dispatch
import Foundation
import Glibc
import KeychainServices
import Secrets
import Synchronization

/// Writes down who asked for what.
package final class Auditor: Sendable {
    private let log: Log
    private let queue = DispatchQueue(label: "io.github.chatelaine.agent.audit")
    /// Entries that are not in the log yet, in their order: the threads that answer do not wait for its arithmetic.
    private let waiting = Mutex<[Entry]>([])

    /// - Parameter directory: of the log's files, made if it is missing.
    /// - Throws: `.notAvailable` if the log cannot be opened.
    package init(directory: String, records: AgentRecords) throws(KeychainError) {
        let head = try records.read(.auditHead).map { data throws(KeychainError) in
            guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
                throw .damagedRecord("audit-head")
            }
            return head
        }
        let key = try records.key(.auditKey)
        do {
            log = try key.withUnsafeBytes { key in
                try Log(directory: directory, key: key, head: head) { head in
                    try records.write(.auditHead, JSONEncoder().encode(head))
                }
            }
        } catch {
            throw KeychainError(.notAvailable, "the audit log cannot be opened: \(error)")
        }
    }

    /// Notes an event. It is on the disk a second later at the latest, or when the agent ends.
    func note(_ entry: Entry) {
        let count = waiting.withLock { waiting in
            waiting.append(entry)
            return waiting.count
        }
        if count == 1 {
            queue.asyncAfter(deadline: .now() + 1) { [self] in
                append()
                // A disk that is full keeps nothing from working; the entries wait for it.
                try? log.flush()
            }
        } else if count.isMultiple(of: Self.batch) {
            queue.async { [self] in append() }
        }
    }

    /// Entries that are worth a turn of their own.
    private static let batch = 256

    /// Moves what waits into the log; on the queue, so that it keeps its order.
    private func append() {
        let entries = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        if !entries.isEmpty { log.append(entries) }
    }

    /// The last records, the newest last.
    func records(limit: Int) throws(KeychainError) -> [WireLogRecord] {
        var records: [WireLogRecord] = []
        queue.sync { append() }
        do {
            try log.read(limit: limit) { record in
                records.append(
                    .with {
                        $0.line = record.line
                        $0.genuine = record.isAuthentic
                    })
            }
        } catch {
            throw KeychainError(.notAvailable, "the audit log cannot be read: \(error)")
        }
        return records
    }

    /// What checking every record has found.
    func report() throws(KeychainError) -> WireLogReport {
        queue.sync { append() }
        do throws(LogError) {
            let report = try log.verify()
            return .with {
                $0.goodRecords = UInt64(clamping: report.authenticRecords)
                $0.problems = report.problems.map(\.description)
            }
        } catch {
            throw KeychainError(.notAvailable, "the audit log cannot be checked: \(error)")
        }
    }

    /// Puts everything on the disk.
    package func flush() {
        queue.sync { append() }
        try? log.flush()
    }
}

extension Auditor {
    /// Notes what a program has asked for.
    ///
    /// - Parameters:
    ///   - operation: what it asked for, in a word.
    ///   - group: that it named, or the items are in.
    ///   - items: what it got or changed.
    ///   - status: 0, or why it got nothing.
    func note(
        _ program: Program, _ operation: String, itemClass: String = "", group: String = "",
        items: [ItemName] = [], status: Int32 = 0
    ) {
        let time = Self.now
        func entry(_ itemClass: String, _ group: String, _ id: [UInt8]) -> Entry {
            Entry(
                time: time, uid: program.credentials.uid, subject: program.path, strength: program.strength,
                operation: operation, itemClass: itemClass, group: group, item: id, status: status)
        }
        guard !items.isEmpty else { return note(entry(itemClass, group, [])) }
        for item in items.prefix(Self.mostItems) {
            let (reference, known) = (item.reference, item.group)
            note(entry(reference.itemClass.code, known.isEmpty ? group : known, Array(reference.data.suffix(16))))
        }
    }

    /// Notes what the agent has done by itself.
    func note(_ operation: String) {
        note(
            Entry(
                time: Self.now, uid: geteuid(), subject: Self.ownName, strength: "agent", operation: operation,
                status: 0))
    }

    /// Notes what a process has asked for of which nobody knows which program it is.
    func note(_ stranger: ProcessCredentials, _ operation: String, status: Int32) {
        note(
            Entry(
                time: Self.now, uid: stranger.uid, subject: "process \(stranger.pid)",
                strength: Strength.unidentified.rawValue, operation: operation, status: status))
    }

    /// UTC, in microseconds since 1970.
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e6) }
    private static let ownName = "chatelaine-agent"

    /// Items of one answer that are noted one by one.
    private static let mostItems = 1000
}

extension Record {
    /// In one line, as `chatelaine log` shows it.
    fileprivate var line: String {
        var fields = ["\(sequence)", time, kind.rawValue]
        if let operation { fields.append(operation) }
        if let status { fields.append(status == 0 ? "ok" : "\(status)") }
        if let itemClass, !itemClass.isEmpty { fields.append(itemClass) }
        if let group, !group.isEmpty { fields.append("group=" + group) }
        if let item, !item.isEmpty { fields.append("item=" + item) }
        if let uid { fields.append("uid=\(uid)") }
        if let strength { fields.append(strength) }
        if let subject { fields.append(subject) }
        if let count { fields.append("count=\(count)") }
        return fields.joined(separator: "\t")
    }
}
