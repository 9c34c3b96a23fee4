import AccessPolicy
import AgentProtocol
import AuditLog
import Dispatch
import Foundation
import Glibc
import KeychainServices
import Secrets
import Synchronization

/// Writes the audit log: which program asked for what, and the result.
package final class Auditor: Sendable {
    private let log: Log
    private let queue = DispatchQueue(label: "io.github.chatelaine.agent.audit")
    /// The entries that are not in the log yet, in their order: the threads that answer do not wait for its hashes.
    private let waiting = Mutex<[Entry]>([])
    /// What was counted and is no entry yet.
    private let folding = Mutex(EntryFolding())

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

    /// Writes an entry, or counts it (``EntryFolding``). It is on the disk a second later at the latest, or at the end of the agent; what
    /// was counted, a period later.
    func note(_ entry: Entry) {
        let (isFirst, entries) = folding.withLock { folding in
            let isFirst = folding.isEmpty
            return (isFirst, folding.entries(for: entry))
        }
        if isFirst { writeCountedLater() }
        for entry in entries { write(entry) }
    }

    private func writeCountedLater() {
        queue.asyncAfter(deadline: .now() + .microseconds(Int(EntryFolding.period))) { [weak self] in
            guard let self else { return }
            let (entries, isEmpty) = folding.withLock { folding in
                let due = folding.takeDue(at: Self.now)
                return (due, folding.isEmpty)
            }
            for entry in entries { write(entry) }
            if !isEmpty { writeCountedLater() }
        }
    }

    /// Makes entries of all that was counted so far.
    private func writeCounted() {
        for entry in folding.withLock({ $0.takeAll() }) { write(entry) }
    }

    private func write(_ entry: Entry) {
        let count = waiting.withLock { waiting in
            waiting.append(entry)
            return waiting.count
        }
        if count == 1 {
            queue.asyncAfter(deadline: .now() + 1) { [self] in
                append()
                // A full disk stops no request; the entries wait.
                try? log.flush()
            }
        } else if count.isMultiple(of: Self.batch) {
            queue.async { [self] in append() }
        }
    }

    /// The number of entries that are moved into the log before the second is over.
    private static let batch = 256

    /// Moves the waiting entries into the log; on the queue, so that they keep their order.
    private func append() {
        let entries = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        if !entries.isEmpty { log.append(entries) }
    }

    /// Returns the last records, the newest last.
    func records(limit: Int) throws(KeychainError) -> [WireLogRecord] {
        var records: [WireLogRecord] = []
        writeCounted()
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

    /// Checks every record, and returns the result.
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

    /// Writes all entries to the disk.
    package func flush() {
        writeCounted()
        queue.sync { append() }
        try? log.flush()
    }
}

extension Auditor {
    /// Writes the entry of a request.
    ///
    /// - Parameters:
    ///   - operation: the name of the request.
    ///   - group: the access group that it named, or that the items are in.
    ///   - items: the items that were read or changed.
    ///   - status: 0, or the status of the error.
    func note(
        _ program: Program, _ operation: String, itemClass: String = "", group: String = "",
        items: [ItemName] = [], status: Int32 = 0
    ) {
        let time = Self.now
        func entry(_ itemClass: String, _ group: String, _ id: [UInt8]) -> Entry {
            Entry(
                time: time, uid: program.credentials.uid, subject: program.logged, strength: program.strength,
                operation: operation, itemClass: itemClass, group: group, item: id, status: status)
        }
        guard !items.isEmpty else { return note(entry(itemClass, group, [])) }
        for item in items.prefix(Self.mostItems) {
            let (reference, known) = (item.reference, item.group)
            note(entry(reference.itemClass.code, known.isEmpty ? group : known, Array(reference.data.suffix(16))))
        }
    }

    /// Writes the entry of something that the agent has done without a request.
    package func note(_ operation: String) {
        note(
            Entry(
                time: Self.now, uid: geteuid(), subject: Self.ownName, strength: "agent", operation: operation,
                status: 0))
    }

    /// Writes the entry of a process whose program is not identified.
    func note(_ stranger: ProcessCredentials, _ operation: String, status: Int32) {
        note(
            Entry(
                time: Self.now, uid: stranger.uid, subject: "process \(stranger.pid)",
                strength: Strength.unidentified.rawValue, operation: operation, status: status))
    }

    /// UTC, in microseconds since 1970.
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e6) }
    private static let ownName = "chatelaine-agent"

    /// The most items of one answer that have entries of their own.
    private static let mostItems = 1000
}

extension Record {
    /// The line that `chatelaine log` shows.
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
        if let times { fields.append("times=\(times)") }
        if let count { fields.append("count=\(count)") }
        if let rotatedOut, let until { fields += ["rotated-out=\(rotatedOut)", "until=\(until)"] }
        return fields.joined(separator: "\t")
    }
}
