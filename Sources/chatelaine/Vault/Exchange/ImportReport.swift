import Foundation
import Glibc
import LinuxSupport
import PasswordVault
import VaultExchange

/// The outcome of an import, for users and for scripts.
struct ImportReport {
    /// The remarks that are printed for users.
    private static let mostRemarks = 20

    private let plans: [(vault: String?, plan: ImportPlan)]
    private let format: any ImportFormat
    private let file: String

    init(_ plans: [(vault: String?, plan: ImportPlan)], _ format: any ImportFormat, file: String) {
        (self.plans, self.format, self.file) = (plans, format, file)
    }

    private var entries: [(vault: String?, entry: ImportPlan.Entry)] {
        plans.flatMap { vault, plan in plan.entries.map { (vault, $0) } }
    }
    private var remarks: [ImportRemark] { plans.flatMap(\.plan.remarks) }
    private func count(_ fate: ImportFate) -> Int { plans.reduce(0) { $0 + $1.plan.count(fate) } }

    private static let names: [ImportFate: String] = [
        .new: "new", .same: "there already", .newer: "newer than the vault's", .conflict: "kept as history",
    ]

    func print(listing: Bool, isDone: Bool) throws {
        let style = Style(for: STDOUT_FILENO)
        let isForPeople = isatty(STDOUT_FILENO) == 1
        if listing { try StandardStreams.write(list.text(style, isForPeople: isForPeople)) }
        var lines = ["\(isDone ? "imported from" : "would be imported from") \(format.title): \(summary)"]
        if !listing, !kinds.isEmpty { lines.append(kinds) }
        if !remarks.isEmpty {
            lines.append("not all could be kept as it was:")
            for remark in remarks.prefix(Self.mostRemarks) {
                lines.append("  \(remark.position.isEmpty ? "" : "\(remark.position): ")\(remark.text)")
            }
            let left = remarks.count - Self.mostRemarks
            if left > 0 { lines.append("  and \(left) more, which --json lists") }
        }
        StandardStreams.complain(lines.map { UntrustedText.forTerminal($0) + "\n" }.joined())
    }

    /// `3 items: 2 new, 1 there already`.
    private var summary: String {
        let parts = ImportFate.allCases.compactMap { fate -> String? in
            let count = self.count(fate)
            return count == 0 ? nil : "\(count) \(Self.names[fate] ?? fate.rawValue)"
        }
        let count = entries.count
        return (count == 1 ? "1 item" : "\(count) items") + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    /// `by kind: 2 login, 1 card`.
    private var kinds: String {
        let counted = ItemKind.all.compactMap { kind -> String? in
            let count = entries.count { $0.entry.item.kind == kind && $0.entry.fate == .new }
            return count == 0 ? nil : "\(count) \(kind.name)"
        }
        return counted.isEmpty ? "" : "new by kind: " + counted.joined(separator: ", ")
    }

    private var list: TextTable {
        TextTable(
            titles: ["NUMBER", "OUTCOME", "KIND", "TITLE", "USERNAME", "POSITION", "VAULT"],
            rows: entries.enumerated().map { number, found in
                let entry = found.entry
                return [
                    String(number + 1), entry.fate.rawValue, entry.item.kind.name, entry.item.title,
                    entry.item.text("username") ?? "", entry.position, found.vault ?? "",
                ].map { UntrustedText.forTerminal($0) }
            })
    }

    func printJSON(isDone: Bool, listing: Bool) throws {
        let counts = ImportFate.allCases.map { (name: $0.rawValue, value: JSONText.number(count($0))) }
        var members: [(name: String, value: JSONText)] = [
            ("done", isDone ? .string("imported") : .null), ("format", .string(format.name)),
            ("counts", .object(counts)),
        ]
        if listing { members.append(("items", .array(entries.enumerated().map { item($1, number: $0 + 1) }))) }
        members.append(
            (
                "remarks",
                .array(
                    remarks.map {
                        .object([("position", .string($0.position)), ("text", .string($0.text))])
                    })
            ))
        try VaultJSON.print(members)
    }

    private func item(_ found: (vault: String?, entry: ImportPlan.Entry), number: Int) -> JSONText {
        let entry = found.entry
        return .object([
            ("number", .number(number)), ("outcome", .string(entry.fate.rawValue)),
            ("kind", .string(entry.item.kind.name)), ("title", .string(entry.item.title)),
            ("username", JSONText(entry.item.text("username"))), ("position", .string(entry.position)),
            ("files", .number(entry.files)), ("vault", JSONText(found.vault)),
        ])
    }
}
