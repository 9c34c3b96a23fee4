/// The systemd units that start the agent. A test compares them with the files in Packaging/systemd.
enum UnitText {
    /// Returns the socket unit of a user's agent.
    ///
    /// - Parameter path: the path of the socket, if it is not the usual one.
    static func socket(at path: String? = nil) -> String {
        """
        # Where the agent of one user is reached. For a user's service manager.
        [Unit]
        Description=Chatelaine keychain agent
        Documentation=man:chatelaine(1)

        [Socket]
        ListenStream=\(path.map(withoutSpecifiers) ?? "%t/chatelaine/agent.socket")
        FileDescriptorName=agent
        SocketMode=0600
        DirectoryMode=0700

        [Install]
        WantedBy=sockets.target

        """
    }

    /// Returns the service unit of a user's agent.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of this program.
    ///   - variables: environment variables that locate the keychain, if it is not in the usual location.
    static func service(_ executable: String, _ variables: [(name: String, value: String)] = []) -> String {
        """
        # The agent of one user. For a user's service manager.
        [Unit]
        Description=Chatelaine keychain agent
        Documentation=man:chatelaine(1)
        Requires=chatelaine.socket
        After=chatelaine.socket
        Wants=chatelaine-sheets.service

        [Service]
        Type=notify
        NotifyAccess=main
        ExecStart=\(quoted(executable)) agent\(settings(variables))
        Restart=on-failure
        # A core would hold keys.
        LimitCORE=0
        # The agent identifies its clients by examining their files in /proc. A user's service manager can sandbox only by putting the
        # service in a user namespace, from where the kernel refuses access to them. So PrivateUsers=, PrivateTmp=, ProtectSystem=,
        # ProtectProc= and their like are not set; NoNewPrivileges= is left out as well. The agent restricts itself once the process
        # that examines clients has been started.

        [Install]
        Also=chatelaine.socket

        """
    }

    /// Returns the service unit that shows sheets in terminals. The parameters are those of ``service(_:_:)``.
    static func sheets(_ executable: String, _ variables: [(name: String, value: String)] = []) -> String {
        """
        # Shows what programs ask the password manager for, in their terminals. For a user's service manager.
        [Unit]
        Description=Chatelaine sheets in terminals
        Documentation=man:chatelaine(1)
        After=chatelaine.service
        PartOf=chatelaine.service
        # The agent refuses a program that others than root could have changed.
        StartLimitIntervalSec=60
        StartLimitBurst=3

        [Service]
        ExecStart=\(quoted(executable)) prompter --sheets-only\(settings(variables))
        Restart=on-failure
        RestartSec=1
        # A core would hold passwords.
        LimitCORE=0

        """
    }

    static func settings(_ variables: [(name: String, value: String)]) -> String {
        variables.map { "\nEnvironment=\(quoted("\($0.name)=\($0.value)"))" }.joined()
    }

    static let systemSocket = """
        # Where the keychains of all users are reached. For the system's service manager.
        [Unit]
        Description=Chatelaine keychain service
        Documentation=man:chatelaine(1)

        [Socket]
        ListenStream=/run/chatelaine/agent.socket
        FileDescriptorName=agent
        # Every user may connect. The service identifies the caller.
        SocketMode=0666
        DirectoryMode=0755
        RemoveOnStop=yes

        [Install]
        WantedBy=sockets.target

        """

    /// Returns the service unit of the system service.
    ///
    /// - Parameter program: the absolute path of the agent.
    static func systemService(_ program: String) -> String {
        """
        # Keeps the keychains of all users. For the system's service manager.
        [Unit]
        Description=Chatelaine keychain service
        Documentation=man:chatelaine(1)
        Requires=chatelaine-system.socket
        After=chatelaine-system.socket

        [Service]
        Type=notify
        NotifyAccess=main
        User=chatelaine
        ExecStart=\(quoted(program)) --system
        Restart=on-failure
        StateDirectory=chatelaine
        StateDirectoryMode=0700
        UMask=0077
        # For the one process that examines callers; the others drop the capabilities before they serve requests.
        AmbientCapabilities=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH CAP_CHECKPOINT_RESTORE
        CapabilityBoundingSet=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH CAP_CHECKPOINT_RESTORE
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_UNIX
        RestrictSUIDSGID=yes
        LockPersonality=yes
        SystemCallArchitectures=native
        # Keys are kept in locked memory, and a core would hold them.
        LimitMEMLOCK=64M
        LimitCORE=0
        # Some threads for each user who is served, and the processes themselves.
        TasksMax=16384
        # The service identifies the caller by examining the files that its process runs, as this service sees them. In a mount, user or
        # process namespace of its own it would see others. So there is none of ProtectSystem=, ProtectHome=, PrivateTmp=,
        # PrivateUsers=, ProtectProc= and their like here.

        [Install]
        Also=chatelaine-system.socket

        """
    }

    /// Whether systemd accepts a path as that of a program. Its syntax has no way to write the others.
    static func canStart(_ executable: String) -> Bool {
        !executable.unicodeScalars.contains {
            $0.properties.generalCategory == .control || "\"'\\".unicodeScalars.contains($0)
        }
    }

    /// Returns a word as systemd reads it in a setting (systemd.syntax(7), "Quoting"). A dollar sign has no meaning in the settings that
    /// are written here, not even in the path of a program.
    static func quoted(_ word: String) -> String {
        let escaped = withoutSpecifiers(word).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    private static func withoutSpecifiers(_ text: String) -> String { text.replacing("%", with: "%%") }
}
