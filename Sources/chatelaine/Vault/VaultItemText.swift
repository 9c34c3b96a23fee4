import Foundation
import LinuxSupport
import PasswordVault

/// An item as text for the user, with a line for each field that is not empty.
struct VaultItemText {
    let item: VaultItem
    let isRevealed: Bool
    let style: Style

    /// The text that is shown in place of a secret. It does not tell the secret's length.
    private static let dots = "••••••••"
    /// The text for a secret that is never shown.
    static let kept = "(kept, not shown)"

    func text() -> String {
        var lines = [("id", item.id.text), ("kind", item.kind.name)]
        if item.isFavourite { lines.append(("favourite", "yes")) }
        if !item.tags.isEmpty { lines.append(("tags", item.tags.joined(separator: ", "))) }
        lines += item.websites.map { ("website", $0.rule == "domain" ? $0.address : "\($0.address) (\($0.rule))") }
        lines += item.fields.filter { !$0.value.isEmpty }.map { ($0.label, value(of: $0)) }
        if let notes = item.notes { lines.append(("notes", isRevealed ? notes.text : Self.dots)) }
        lines += attachments + dates
        var text = style.heading(UntrustedText.forTerminal(item.title)) + "\n" + block(lines)
        for section in item.sections {
            text += style.heading("[\(UntrustedText.forTerminal(section.title))]") + "\n"
            text += block(section.fields.filter { !$0.value.isEmpty }.map { ($0.label, value(of: $0)) })
        }
        return text
    }

    private var attachments: [(String, String)] {
        item.attachments.map { ("attachment", "\($0.name) (\($0.size) bytes)") }
    }

    private var dates: [(String, String)] {
        var dates = [("created", DateText.text(item.created)), ("changed", DateText.text(item.changed))]
        if let date = item.archived { dates.append(("archived", DateText.text(date))) }
        if let date = item.trashed { dates.append(("in the trash", "since \(DateText.text(date))")) }
        if !item.history.isEmpty { dates.append(("history", "\(item.history.count) former secrets")) }
        return dates
    }

    private func value(of field: Field) -> String {
        switch field.value {
        case .text(let text): return text
        case .secret(let secret):
            guard field.kind.isShown else { return Self.kept }
            guard isRevealed else { return Self.dots }
            guard field.kind.makesOneTimeCodes, let code = try? OneTimeCode.parse(secret.copy()).code(at: Date()) else {
                return secret.text
            }
            return "\(code.code) (valid for \(code.secondsLeft) s, then \(code.next)), made from \(secret.text)"
        }
    }

    private func block(_ lines: [(name: String, value: String)]) -> String {
        let names = lines.map { UntrustedText.forTerminal($0.name) }
        let width = names.map(TextTable.width).max() ?? 0
        return zip(names, lines).map { name, line in
            // Further lines of a value are aligned with its first line.
            let margin = "\n" + String(repeating: " ", count: width + 4)
            let value = UntrustedText.forTerminal(line.value, keepingNewlines: true).replacingOccurrences(
                of: "\n", with: margin)
            return "  \(TextTable.padded(name, width))  \(value)\n"
        }.joined()
    }
}
