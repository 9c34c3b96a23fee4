import Backup
import Foundation
import Glibc
import LinuxSupport

extension UnitText {
    /// Returns the service unit that makes a scheduled backup. The parameters are those of ``service(_:_:)``.
    static func backup(_ executable: String, _ variables: [(name: String, value: String)]) -> String {
        """
        # Makes a scheduled backup. For a user's service manager.
        [Unit]
        Description=Chatelaine backup
        Documentation=man:chatelaine(1)

        [Service]
        Type=oneshot
        ExecStart=\(quoted(executable)) backup --scheduled\(settings(variables))
        Nice=10
        # A core would hold keys.
        LimitCORE=0

        """
    }

    /// Returns the timer unit.
    static func backupTimer(_ interval: BackupInterval) -> String {
        """
        # When a scheduled backup is made. For a user's service manager.
        [Unit]
        Description=Chatelaine backup, \(interval.rawValue)
        Documentation=man:chatelaine(1)

        [Timer]
        OnCalendar=\(interval.rawValue)
        # One that was missed, because the machine was off, is made at the next start.
        Persistent=true
        RandomizedDelaySec=15min

        [Install]
        WantedBy=timers.target

        """
    }
}

/// The units of scheduled backups in the user's service manager.
struct BackupUnits {
    private let directory: String
    private let executable: String
    private let variables: [(name: String, value: String)]

    static let names = ["chatelaine-backup.service", "chatelaine-backup.timer"]

    init() throws {
        let directories = UserDirectories()
        guard let configuration = directories.configuration else {
            throw Failure(.failed, "there is no home directory for systemd's units", remedy: "set HOME")
        }
        directory = configuration + "/systemd/user"
        guard let path = InstalledProgram.ownPath else {
            throw Failure(.failed, "the path of this program cannot be found", remedy: "is /proc mounted?")
        }
        executable = path
        if let home = directories.chatelaineHome {
            variables = [("CHATELAINE_HOME", home)]
        } else if let data = directories.absolute("XDG_DATA_HOME") {
            variables = [("XDG_DATA_HOME", data)]
        } else {
            variables = []
        }
    }

    /// - Throws: a ``Failure`` if no unit can name the program or the keychains' place.
    func check() throws {
        guard UnitText.canStart(executable) else {
            throw Failure(
                .failed,
                "systemd starts no program whose path has quotes, backslashes or control characters: “\(executable)”",
                remedy: "install chatelaine elsewhere; nothing was changed")
        }
        guard variables.allSatisfy({ !$0.value.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        else {
            throw Failure(
                .failed, "the path of the keychain has control characters",
                remedy: "choose another; nothing was changed")
        }
    }

    func write(_ interval: BackupInterval) throws {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let texts = [UnitText.backup(executable, variables), UnitText.backupTimer(interval)]
            for (name, text) in zip(Self.names, texts) {
                try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
            }
        } catch {
            throw Failure(
                .failed, "the units cannot be written to “\(directory)”",
                remedy: "see who may write there, and whether the disk is full")
        }
    }

    /// - Returns: whether the user's service manager succeeded.
    func enable() -> Bool {
        Self.systemctl(["daemon-reload"]) && Self.systemctl(["enable", "--now", "chatelaine-backup.timer"])
            && Self.systemctl(["restart", "chatelaine-backup.timer"])
    }

    func remove() throws {
        _ = Self.systemctl(["disable", "--now", "chatelaine-backup.timer"])
        for name in Self.names where unlink(directory + "/" + name) != 0 && errno != ENOENT {
            throw Failure(.failed, "“\(directory)/\(name)” cannot be removed", remedy: "see who may write there")
        }
        _ = Self.systemctl(["daemon-reload"])
    }

    /// A line for crontab(5), in which a percent sign ends the command unless a backslash is before it.
    func crontabLine(_ interval: BackupInterval) -> String {
        let words =
            variables.map { "\($0.name)=\(Self.shellWord($0.value))" }
            + [Self.shellWord(executable), "backup", "--scheduled"]
        let day = interval == .daily ? "*" : "1"
        return "17 12 * * \(day) " + words.joined(separator: " ").replacing("%", with: "\\%")
    }

    private static func shellWord(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    private static func systemctl(_ arguments: [String]) -> Bool {
        SystemTool.run("systemctl", ["--user", "--no-ask-password"] + arguments)
    }
}
