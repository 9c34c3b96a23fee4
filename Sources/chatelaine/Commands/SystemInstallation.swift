import AgentProtocol
import CLinux
import Foundation
import Glibc
import LinuxSupport

/// The system service: its account, its directory and its units.
struct SystemInstallation {
    private static let directory = "/etc/systemd/system"
    private static let configuration = (SystemLocations.mark as NSString).deletingLastPathComponent
    private static let mark = (SystemLocations.mark as NSString).lastPathComponent
    private static let socketUnit = "chatelaine-system.socket"
    private static let serviceUnit = "chatelaine-system.service"

    /// The path of the agent's program. Only root may be able to change it, because it holds the secrets of all users.
    private let program: String

    /// - Throws: a ``Failure`` if this is not root, or others could change the program.
    init() throws {
        guard geteuid() == 0 else {
            throw Failure(
                .failed, "the system service can be installed and removed by root only", remedy: "run this with sudo")
        }
        guard let program = InstalledProgram.path(of: "chatelaine-agent"),
            InstalledProgram.path(of: "chatelaine-identify") != nil
        else {
            throw Failure(.failed, "the agent is not installed", remedy: "install it with: make install")
        }
        guard UnitText.canStart(program) else {
            throw Failure(
                .failed, "systemd starts no program whose path has quotes, backslashes or control characters",
                remedy: "install chatelaine in another place, such as /usr/local: make install")
        }
        self.program = program
    }

    func install() throws {
        try checkPrograms()
        try makeAccount()
        try makeDirectory()
        try write(Self.mark, in: Self.configuration, "The system service is installed: chatelaine(1).\n")
        try write(Self.socketUnit, UnitText.systemSocket)
        try write(Self.serviceUnit, UnitText.systemService(program))
        let polkit = PolkitInstallation()
        try StandardStreams.print(polkit.install())
        try StandardStreams.print(
            "made the account “\(SystemLocations.account)” and \(SystemLocations.state)\n"
                + "wrote \(Self.directory)/\(Self.socketUnit) and \(Self.serviceUnit)")
        for line in OwnProgramMarks.set() { try StandardStreams.print(line) }
        if Self.systemctl("daemon-reload"), Self.systemctl("enable", "--now", Self.socketUnit) {
            try StandardStreams.print("systemd starts the service when a program asks for it")
        } else {
            try StandardStreams.print(
                "systemd is not running; after the next start of the machine the service is there.\n"
                    + "What its process needs is in \(Self.serviceUnit).")
        }
        try StandardStreams.print("each user moves existing keychains with: chatelaine migrate")
    }

    func uninstall() throws {
        _ = Self.systemctl("disable", "--now", Self.socketUnit, Self.serviceUnit)
        for unit in [Self.socketUnit, Self.serviceUnit]
        where unlink(Self.directory + "/" + unit) != 0 && errno != ENOENT {
            throw Failure(.failed, "“\(Self.directory)/\(unit)” cannot be removed", remedy: "see who may write there")
        }
        try PolkitInstallation().uninstall()
        _ = Self.systemctl("daemon-reload")
        unlink(SystemLocations.socket)
        unlink(SystemLocations.mark)
        for line in OwnProgramMarks.remove() { StandardStreams.complain(line + "\n") }
        try StandardStreams.print(
            "the system service was removed; the keychains of users stay in \(SystemLocations.state)")
    }

    private func checkPrograms() throws {
        for name in ["chatelaine", "chatelaine-agent", "chatelaine-identify"] {
            guard let path = InstalledProgram.path(of: name) else {
                throw Failure(.failed, "“\(name)” is not installed", remedy: "install it with: make install")
            }
            try RootsAlone.require(
                path, remedy: "install chatelaine in a place that belongs to root, such as /usr/local: make install")
        }
    }

    private func makeAccount() throws {
        var uid: uid_t = 0
        if clinux_account(SystemLocations.account, &uid) == 0 { return try checkAccount(uid) }
        let arguments = [
            "--system", "--user-group", "--no-create-home", "--home-dir", SystemLocations.state, "--shell",
            "/usr/sbin/nologin", "--comment", "Chatelaine keychains", SystemLocations.account,
        ]
        guard SystemTool.run("useradd", arguments), clinux_account(SystemLocations.account, &uid) == 0 else {
            throw Failure(
                .failed, "the account “\(SystemLocations.account)” cannot be made",
                remedy: "make it: useradd \(arguments.joined(separator: " "))")
        }
    }

    /// Checks that the account is a system account: user ids from 1000 on belong to people (login.defs(5), SYS_UID_MAX).
    private func checkAccount(_ uid: uid_t) throws {
        guard uid > 0, uid < 1000 else {
            throw Failure(
                .failed,
                "the account “\(SystemLocations.account)” already exists, and is not a system account",
                remedy: "rename it: it would hold the secrets of all users")
        }
    }

    private func makeDirectory() throws {
        var uid: uid_t = 0
        guard clinux_account(SystemLocations.account, &uid) == 0 else { return }
        var status = stat()
        let isThere = lstat(SystemLocations.state, &status) == 0
        guard isThere || mkdir(SystemLocations.state, 0o700) == 0, lstat(SystemLocations.state, &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0 || status.st_uid == uid,
            chown(SystemLocations.state, uid, gid_t.max) == 0, chmod(SystemLocations.state, 0o700) == 0
        else {
            throw Failure(
                .failed,
                "“\(SystemLocations.state)” cannot be made a directory of the account “\(SystemLocations.account)”",
                remedy: "see what is there")
        }
    }

    private func write(_ name: String, in directory: String = directory, _ text: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
        } catch {
            throw Failure(
                .failed, "“\(directory)/\(name)” cannot be written",
                remedy: "see who may write there, and whether the disk is full")
        }
    }

    private static func systemctl(_ arguments: String...) -> Bool {
        // Without the system's service manager there is nothing to wait for.
        guard access("/run/systemd/system", F_OK) == 0 else { return false }
        return SystemTool.run("systemctl", ["--no-ask-password"] + arguments)
    }
}
