import Foundation
import GtkSupport

/// The window with the findings of `chatelaine doctor`, which examines the files. It is the command that does, because the keychain must not
/// be open in the process that examines it.
@MainActor enum DoctorWindow {
    /// What the command prints with `--json` (Docs/command-line.md).
    private struct Report: Decodable, Sendable {
        struct Finding: Decodable, Sendable {
            let severity: String
            let text: String
            let remedy: String?
        }

        struct Vault: Decodable, Sendable {
            let name: String
            let findings: [Finding]
        }

        let healthy: Bool
        let items: Int
        let locked: Int
        let findings: [Finding]
        let vaults: [Vault]?
    }

    private nonisolated static let mostBytes = 1 << 20

    static func show(_ context: WindowContext) {
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(vertical: 18, horizontal: 16)
        let spinner = Spinner()
        content.append(Label(text("The keychain and the vaults are examined. Nothing is changed.")))
        content.append(spinner)
        let window = Window(text("Examination"), width: 520, height: 460, content: Scroller(Clamp(content)))
        var isOpen = true
        window.onClose {
            isOpen = false
            return false
        }
        context.show(window)
        Task {
            let report = await offMain { () throws(Never) in examine() }
            guard isOpen else { return }
            spinner.isVisible = false
            show(report, in: content)
        }
    }

    private nonisolated static func examine() -> Report? {
        guard let program = OwnPrograms.path(of: "chatelaine") else { return nil }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let doctor = ChildProgram([program, "doctor", "--json"], input: nothing) else { return nil }
        let output = doctor.output(limit: mostBytes)
        doctor.wait()
        return output.flatMap { try? JSONDecoder().decode(Report.self, from: $0) }
    }

    private static func show(_ report: Report?, in content: Box) {
        guard let report else {
            let words = text(
                "It could not be examined here. In a terminal, run: {command}", ["command": "chatelaine doctor"])
            return content.append(Label(words))
        }
        let title = Label(heading: report.healthy ? text("Healthy") : text("Something Has to Be Done"))
        content.append(title)
        content.append(
            Label(
                hint: text(
                    "{items} items, of which {locked} are locked and were only counted",
                    ["items": "\(report.items)", "locked": "\(report.locked)"])))
        var findings = report.findings
        for vault in report.vaults ?? [] { findings += vault.findings }
        guard !findings.isEmpty else { return }
        let list = Section.add(text("Findings"), to: content)
        for finding in findings { list.appendFixed(row(finding)) }
        if !report.healthy {
            content.append(Label(text("In a terminal, run: {command}", ["command": "chatelaine doctor --repair"])))
        }
    }

    private static func row(_ finding: Report.Finding) -> Box {
        let icon = Icon(finding.severity == "note" ? "dialog-information-symbolic" : "dialog-warning-symbolic")
        let remedy = finding.remedy.map { Label(hint: AttributeText.safe($0)) }
        let row = Box(spacing: 10)
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(icon)
        row.append(TextLines.box(Label(AttributeText.safe(finding.text)), remedy))
        return row
    }
}
