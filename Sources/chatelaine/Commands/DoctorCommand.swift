import ArgumentParser
import Glibc
import KeychainServices
import LinuxSupport
import Secrets
import WebsiteMatching

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examines the keychain, and repairs it if asked.",
        discussion: """
            Checks the file's structure, that every item can be decrypted and found, permissions and the device key. Nothing is \
            changed without --repair, which makes a copy first, and brings what is readable of a damaged file into a new one. \
            Ends with 1 if something is wrong. A keychain that a later release has made is not repaired.

            The passcode that the keychain had before a repair opens the copy. Copies are listed, until --remove-copies or \
            “chatelaine passcode change --compromised” removes them.

            Changes that were acknowledged may be missing, because the log is damaged or an older file was put back. Then nothing is \
            read or written until --repair has found them in the log, a newer copy is put back, or --accept-state accepts the loss.

            Examples:
              chatelaine doctor
              chatelaine doctor --unlock          looks into locked items too
              chatelaine doctor --repair
              chatelaine doctor --remove-copies   after a repair that brought everything back
            """
    )

    @Flag(help: "Repair what can be repaired, after making a copy.") var repair = false
    @Flag(help: "Ask for the passcode, to look into items that are locked.") var unlock = false
    @Flag(help: "Take the passcode from the first line of standard input.") var passcodeStdin = false
    @Flag(help: "Permanently remove the damaged items that an earlier repair moved to the quarantine.")
    var emptyQuarantine = false
    @Flag(help: "Permanently remove the copies that earlier repairs made.") var removeCopies = false
    @Flag(help: "Accept that acknowledged changes are missing, after making a copy, and go on with what is there.")
    var acceptState = false
    @Flag(help: .json) var json = false

    func validate() throws {
        guard !acceptState || !(repair || removeCopies) else {
            throw ValidationError("--accept-state comes alone: it keeps a copy, and a repair may bring back what is missing.")
        }
        guard !(repair && removeCopies) else {
            throw ValidationError("--remove-copies would remove the copy that --repair makes: repair first.")
        }
    }

    func run() throws {
        let root = try KeychainRoot.user()
        let doctor = Doctor(root: root, passcode: try passcode())
        var diagnosis = try repair ? doctor.repair(progress: Progress.show) : doctor.examine(progress: Progress.show)
        let backup = diagnosis.backup
        var repairs = diagnosis.repairs
        if acceptState, let accepted = try doctor.acceptState() {
            repairs.append("accepted the keychain without \(accepted.missing) changes; a copy is in “\(accepted.copy)”")
        }
        if emptyQuarantine { repairs.append("permanently removed \(try doctor.emptyQuarantine()) damaged items") }
        if removeCopies { repairs.append("permanently removed \(try doctor.removeCopies()) copies of earlier repairs") }
        if repair || emptyQuarantine || removeCopies || acceptState { diagnosis = try doctor.examine() }
        let report = DoctorReport(diagnosis: diagnosis, repairs: repairs, backup: backup)
        try StandardStreams.write(json ? report.json : report.text)
        if let failure = failure(for: diagnosis) { throw failure }
    }

    /// Returns the error to end with; nil if nothing has to be fixed.
    private func failure(for diagnosis: Diagnosis) -> Failure? {
        guard !diagnosis.isHealthy else { return nil }
        // These end as every other command does: no repair helps the one, and the owner has to decide about the other.
        if let finding = diagnosis.findings.first(where: { [.laterFormat, .missingChanges].contains($0.kind) }) {
            return Failure(.failed, finding.text, remedy: finding.remedy)
        }
        return Failure(
            .failed, "the keychain has problems",
            remedy: repair
                ? "the problems listed above cannot be repaired automatically"
                : "repair what can be repaired with: chatelaine doctor --repair")
    }

    private func passcode() throws -> SecretBytes? {
        guard unlock || passcodeStdin else { return nil }
        return try SecretSource.passcode("Passcode of the keychain: ", fromStandardInput: passcodeStdin)
    }
}

/// The findings and repairs of the doctor, as text for users and as JSON for programs.
struct DoctorReport {
    let diagnosis: Diagnosis
    let repairs: [String]
    let backup: String?

    var text: String {
        let style = Style(for: STDOUT_FILENO)
        var lines = repairs.map { "repaired: \(UntrustedText.forTerminal($0))" }
        if let backup { lines.append("copy from before: \(UntrustedText.forTerminal(backup))") }
        for finding in diagnosis.findings {
            let severity = finding.severity == .note ? "note:" : style.alarm("\(finding.severity.rawValue):")
            lines.append("\(severity) \(UntrustedText.forTerminal(finding.text))")
            if let remedy = finding.remedy {
                lines.append("  \(style.faint("next:")) \(UntrustedText.forTerminal(remedy))")
            }
        }
        let looked = diagnosis.items - diagnosis.lockedItems
        lines.append("items: \(diagnosis.items), looked into: \(looked), locked: \(diagnosis.lockedItems)")
        lines.append("public suffix list: \(Self.suffixes)")
        if diagnosis.isHealthy { lines.append("the keychain is healthy") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The list by which sites are told apart: old lists take customers of one hoster for one site.
    private static var suffixes: String {
        "\(PublicSuffixList.system.date ?? "of an unknown day"), \(PublicSuffixList.system.origin)"
    }

    var json: String {
        let findings = diagnosis.findings.map { finding in
            "{\"severity\": \(ItemJSON.string(finding.severity.rawValue)), \"kind\": \(ItemJSON.string(finding.kind.rawValue)), "
                + "\"text\": \(ItemJSON.string(finding.text)), \"remedy\": \(finding.remedy.map(ItemJSON.string) ?? "null")}"
        }
        return "{\"version\": \(ItemJSON.version), \"healthy\": \(diagnosis.isHealthy), \"items\": \(diagnosis.items), "
            + "\"locked\": \(diagnosis.lockedItems), \"findings\": [\(findings.joined(separator: ", "))], "
            + "\"repairs\": [\(repairs.map(ItemJSON.string).joined(separator: ", "))], "
            + "\"backup\": \(backup.map(ItemJSON.string) ?? "null"), \"publicSuffixList\": \(ItemJSON.string(Self.suffixes))}\n"
    }
}
