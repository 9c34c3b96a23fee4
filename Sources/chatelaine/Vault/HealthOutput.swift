import Foundation
import Glibc
import LinuxSupport
import VaultHealth

/// The report of `vault health` as text and as JSON.
enum HealthOutput {
    static func print(_ findings: [Finding], itemCount: Int, isComplete: Bool, json: Bool) throws {
        guard !json else {
            return try VaultJSON.print([
                ("items", .number(itemCount)), ("findings", .array(findings.map(finding))),
                ("complete", .bool(isComplete)),
            ])
        }
        guard isatty(STDOUT_FILENO) == 1 else { return try StandardStreams.write(findings.map(line).joined()) }
        let style = Style(for: STDOUT_FILENO)
        var text = ""
        for kind in FindingKind.allCases {
            let mine = findings.filter { $0.kind == kind }
            guard !mine.isEmpty else { continue }
            let rows = mine.map { finding in
                let note = finding.isIgnored ? " (ignored)" : ""
                return [finding.item.title, finding.item.vault, finding.reason + note].map {
                    UntrustedText.forTerminal($0)
                }
            }
            text += style.heading("\(kind.rawValue) (\(mine.count))") + " – \(kind.remedy)\n"
            text += TextTable.aligned(rows).map { "  \($0)\n" }.joined() + "\n"
        }
        let sum = findings.isEmpty ? "nothing was found" : "\(findings.count) findings"
        try StandardStreams.write(text + "\(itemCount) items, \(sum)\n")
    }

    private static func line(_ finding: Finding) -> String {
        [finding.kind.rawValue, finding.item.vault, finding.item.id.text, finding.item.title, finding.reason]
            .map { UntrustedText.forTerminal($0) }.joined(separator: "\t") + "\n"
    }

    private static func finding(_ finding: Finding) -> JSONText {
        .object(
            [
                ("kind", .string(finding.kind.rawValue)), ("vault", .string(finding.item.vault)),
                ("id", .string(finding.item.id.text)), ("title", .string(finding.item.title)),
                ("reason", .string(finding.reason)), ("remedy", .string(finding.kind.remedy)),
                ("ignored", .bool(finding.isIgnored)),
            ] + facts(finding.fact))
    }

    private static func facts(_ fact: Finding.Fact) -> [(name: String, value: JSONText)] {
        switch fact {
        case .weak(let rating): [("rating", .string(rating.rawValue))]
        case .reused(let items), .duplicate(let items):
            [
                (
                    "with",
                    .array(items.map { .object([("vault", .string($0.vault)), ("id", .string($0.id.text))]) })
                )
            ]
        case .leaked(let times): [("times", times.map(JSONText.number) ?? .null)]
        case .old(let since): [("since", .string(DateText.text(since)))]
        case .http(let address): [("address", .string(address))]
        case .breached(let name, let day): [("name", .string(name)), ("day", .string(day))]
        case .noCode(let site): [("site", .string(site))]
        case .expiry(let label, let day, let left):
            [("label", .string(label)), ("day", .string(day)), ("daysLeft", .number(left))]
        }
    }
}
