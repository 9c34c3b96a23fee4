import Glibc
import KeychainServices
import LinuxSupport
import WebsiteMatching

/// The findings and repairs of the doctor, as text for users and as JSON for programs.
struct DoctorReport {
    private var results: [DoctorExamination.Result] = []

    /// Adds a result, without what was reported before: directory and device key are the same for all.
    mutating func add(_ result: DoctorExamination.Result) {
        var result = result
        for other in results { result.diagnosis.removeFindings(in: other.diagnosis) }
        results.append(result)
    }

    private var isHealthy: Bool { results.allSatisfy(\.diagnosis.isHealthy) }

    /// Returns the error to end with; nil if nothing has to be fixed.
    func failure(hasRepaired: Bool) -> Failure? {
        guard let sick = results.first(where: { !$0.diagnosis.isHealthy }) else { return nil }
        // These end as every other command does: no repair helps the one, and the owner has to decide about the other.
        if let finding = sick.diagnosis.findings.first(where: { [.laterFormat, .missingChanges].contains($0.kind) }) {
            return Failure(.failed, finding.text, remedy: finding.remedy)
        }
        let reason = "\(sick.subject) has problems"
        guard !hasRepaired else {
            return Failure(.failed, reason, remedy: "the problems listed above cannot be repaired automatically")
        }
        guard results.contains(where: \.diagnosis.isRepairable) else {
            return Failure(
                .failed, reason, remedy: "a repair would change nothing: do what is said at each problem above")
        }
        return Failure(.failed, reason, remedy: "repair what can be repaired with: chatelaine doctor --repair")
    }

    // MARK: - Text

    var text: String { results.map(Self.text).joined(separator: "\n") + "public suffix list: \(Self.suffixes)\n" }

    /// The list by which sites are told apart: old lists take customers of one hoster for one site.
    private static var suffixes: String {
        "\(PublicSuffixList.system.date ?? "of an unknown day"), \(PublicSuffixList.system.origin)"
    }

    private static func text(_ result: DoctorExamination.Result) -> String {
        let (style, diagnosis) = (Style(for: STDOUT_FILENO), result.diagnosis)
        var lines = result.vault.map { ["vault \(UntrustedText.forTerminal($0)):"] } ?? []
        lines += result.repairs.map { "repaired: \(UntrustedText.forTerminal($0))" }
        if let backup = result.backup { lines.append("copy from before: \(UntrustedText.forTerminal(backup))") }
        for finding in diagnosis.findings {
            let severity = finding.severity == .note ? "note:" : style.alarm("\(finding.severity.rawValue):")
            lines.append("\(severity) \(UntrustedText.forTerminal(finding.text))")
            if let remedy = finding.remedy {
                lines.append("  \(style.faint("next:")) \(UntrustedText.forTerminal(remedy))")
            }
        }
        let looked = diagnosis.items - diagnosis.lockedItems
        let rows = result.vault == nil ? "items" : "rows"
        lines.append("\(rows): \(diagnosis.items), looked into: \(looked), locked: \(diagnosis.lockedItems)")
        if diagnosis.isHealthy { lines.append("\(UntrustedText.forTerminal(result.subject)) is healthy") }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - JSON

    /// The members of the keychain, or of the one vault that was asked for, are those of the object; the vaults follow.
    var json: String {
        guard let first = results.first else { return "" }
        let vaults = results.dropFirst().map { result in
            JSONText.object(
                [("name", JSONText(result.vault)), ("healthy", .bool(result.diagnosis.isHealthy))]
                    + Self.members(result))
        }
        return JSONText.object(
            [("version", .number(ItemJSON.version)), ("healthy", .bool(isHealthy))] + Self.members(first)
                + [("publicSuffixList", .string(Self.suffixes)), ("vaults", .array(vaults))]
        ).text + "\n"
    }

    private static func members(_ result: DoctorExamination.Result) -> [(name: String, value: JSONText)] {
        let findings = result.diagnosis.findings.map { finding in
            JSONText.object([
                ("severity", .string(finding.severity.rawValue)), ("kind", .string(finding.kind.rawValue)),
                ("text", .string(finding.text)), ("remedy", JSONText(finding.remedy)),
                ("repairable", .bool(finding.isRepairable)),
            ])
        }
        return [
            ("items", .number(result.diagnosis.items)), ("locked", .number(result.diagnosis.lockedItems)),
            ("findings", .array(findings)), ("repairs", .array(result.repairs.map(JSONText.string))),
            ("backup", JSONText(result.backup)),
        ]
    }
}

extension DoctorExamination.Result {
    /// The words for what was examined.
    var subject: String { vault.map { "the vault “\($0)”" } ?? "the keychain" }
}
