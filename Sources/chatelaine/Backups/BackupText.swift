import Backup
import Foundation
import LinuxSupport

/// The contents of a backup as text for users and as JSON.
///
/// Specified in: Docs/backup.md; Docs/command-line.md, “JSON”.
enum BackupText {
    static func name(_ entry: BackupManifest.Entry) -> String {
        (entry.vault == nil ? "keychain " : "vault ") + UntrustedText.forTerminal(entry.name)
    }

    static func lines(_ manifest: BackupManifest) -> String {
        var lines = [
            "made \(DateText.text(manifest.date)) on \(UntrustedText.forTerminal(manifest.host)) by chatelaine "
                + UntrustedText.forTerminal(manifest.release)
        ]
        for entry in manifest.entries {
            let opening =
                entry.hasPasscode
                ? "opens with its \(entry.vault == nil ? "passcode" : "master password")" : "has no passcode"
            lines.append("\(name(entry)): \(count(entry)), \(entry.size) bytes; \(opening)")
            lines += left(entry).map { "  not in the backup: \($0)" }
        }
        lines += manifest.absent.map { "not in the backup: \(UntrustedText.forTerminal($0))" }
        return lines.joined(separator: "\n")
    }

    /// The number of items; of a vault the number of its records, among which are those of its index.
    static func count(_ entry: BackupManifest.Entry) -> String {
        let word = entry.vault == nil ? "item" : "record"
        return "\(entry.count) \(word)\(entry.count == 1 ? "" : "s")"
    }

    /// The items that are left out of one keychain, in words.
    static func left(_ entry: BackupManifest.Entry) -> [String] {
        var texts = entry.leftOut.sorted { $0.key < $1.key }.map { code, count in
            "\(count) of the class \(UntrustedText.forTerminal(code)), which stay on their device"
        }
        if entry.keysInTPM > 0 { texts.append("\(entry.keysInTPM) keys in the TPM") }
        if entry.boundToBiometry > 0 { texts.append("\(entry.boundToBiometry) bound to the enrolled fingers") }
        return texts
    }

    static func object(_ manifest: BackupManifest) -> [(name: String, value: JSONText)] {
        [
            ("made", .string(DateText.text(manifest.date))), ("host", .string(manifest.host)),
            ("release", .string(manifest.release)), ("complete", .bool(manifest.isComplete)),
            ("contents", .array(manifest.entries.map { .object(object($0)) })),
            ("absent", .array(manifest.absent.map(JSONText.string))),
        ]
    }

    static func object(_ entry: BackupManifest.Entry) -> [(name: String, value: JSONText)] {
        [
            ("kind", .string(entry.vault == nil ? "keychain" : "vault")), ("name", .string(entry.name)),
            ("size", .number(Int(clamping: entry.size))), ("passcode", .bool(entry.hasPasscode)),
            ("recoveryKey", .bool(entry.hasRecoveryKey)), ("items", counts(entry.items)),
            ("leftOut", counts(entry.leftOut)), ("keysInTPM", .number(entry.keysInTPM)),
            ("boundToBiometry", .number(entry.boundToBiometry)),
        ]
    }

    private static func counts(_ counts: [String: Int]) -> JSONText {
        .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }
}
