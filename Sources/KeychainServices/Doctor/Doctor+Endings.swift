import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport

/// What is left to do about a file that cannot be read as a keychain: to repair it, or to restore it. No finding advises a repair that would
/// end with the advice to examine the file.
extension Doctor {
    /// The command that repairs this keychain.
    var repairCommand: String { command("--repair") }

    /// Returns the command with an option, for this keychain: without a name it would be about all of them.
    func command(_ option: String) -> String {
        let name = KeychainRoot.vaultName(ofKeychain: file.name)
        return "chatelaine doctor \(option)" + (name.map { " --vault \($0)" } ?? "")
    }

    /// What to do without the device key.
    var deviceKeyRemedy: String {
        let name = KeychainRoot.vaultName(ofKeychain: file.name)
        let command = name.map { "chatelaine vault recovery use --vault \($0)" } ?? "chatelaine recovery-key use"
        return "restore it from a backup, or open this with its recovery key: \(command)"
    }

    /// Whether an error comes from the contents of the file, and not from its surroundings, such as another program or a full disk.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError:
            [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_FORMAT]
                .contains(
                    error.resultCode)
        case KeyError.damaged: true
        case let error as KeychainError: error.code == .decode || error.code == .notAvailable
        default: false
        }
    }

    func report(_ error: KeychainError, isDamage: Bool, to diagnosis: inout Diagnosis) {
        guard isDamage else {
            return diagnosis.add(.error, .notReadable, error.reason, remedy: error.remedy, isRepairable: false)
        }
        guard canSalvage() else {
            return diagnosis.add(
                .error, .notReadable,
                "\(error.reason); the keys without which nothing in it can be read are damaged as well",
                remedy:
                    "restore “\(file.path)” from a backup; if there is none, move it away to begin with an empty one",
                isRepairable: false)
        }
        diagnosis.add(
            .error, .notReadable, error.reason, remedy: "salvage what is readable with: \(repairCommand)",
            isRepairable: true)
    }

    // MARK: - A log without its file

    func reportStrayLog(to diagnosis: inout Diagnosis) {
        diagnosis.add(
            .error, .strayLog, "“\(file.path)” is gone, but its log is there: it has the last changes of that file",
            remedy:
                "restore the file from a backup, and leave the log next to it; if there is none, set the log aside with: "
                + repairCommand)
    }

    /// Makes the log of a file that is gone a copy from before a repair, so that a new keychain does not get it.
    func setStrayLogAside(_ diagnosis: inout Diagnosis) throws {
        guard let log = file.strayLog else { return }
        let copy = RepairCopy.unusedPath(of: file.path, at: Date())
        try KeychainFile.rename(log, copy + "-wal")
        KeychainRoot.removeLog(of: file.path)
        try Descriptor.synchronizeDirectory(root.path + "/keychains")
        diagnosis.backup = copy + "-wal"
        diagnosis.repairs.append("set the log aside")
    }

    // MARK: - A passcode that is gone

    /// Names the cause of items whose class keys were exchanged, in a keychain without a passcode: a program that knows the passcode keeps the
    /// class keys when it removes the passcode, and what was sealed before is opened by no others.
    func reportRemovedPasscode(_ keybag: Keybag, _ examination: ItemExamination, to diagnosis: inout Diagnosis) {
        let items = examination.itemsOfExchangedKeys
        guard !keybag.hasPasscode, items > 0 else { return }
        diagnosis.add(
            .error, .passcodeRemoved,
            "the keychain has no passcode, and other keys than those of \(items) of its items: so is a file from which a program has removed "
                + "the passcode without knowing it. That program can read what is stored from now on",
            remedy: "store nothing in it; restore “\(file.path)” from a backup, and find out which program wrote to it")
    }
}

extension KeychainRoot {
    /// Returns the name of the vault that a keychain is; nil if it is none.
    package static func vaultName(ofKeychain name: String) -> String? {
        name.hasPrefix(vaultPrefix) ? String(name.dropFirst(vaultPrefix.count)) : nil
    }
}
