/// The units that have systemd start the agent: the same as in Packaging/systemd, which a test compares.
enum UnitText {
    static let socket = """
        # Where the agent of one user is reached. For a user's service manager.
        [Unit]
        Description=Chatelaine keychain agent
        Documentation=man:chatelaine(1)

        [Socket]
        ListenStream=%t/chatelaine/agent.socket
        FileDescriptorName=agent
        SocketMode=0600
        DirectoryMode=0700

        [Install]
        WantedBy=sockets.target

        """

    /// - Parameter executable: the absolute path of this program.
    static func service(_ executable: String) -> String {
        """
        # The agent of one user. For a user's service manager.
        [Unit]
        Description=Chatelaine keychain agent
        Documentation=man:chatelaine(1)
        Requires=chatelaine.socket
        After=chatelaine.socket

        [Service]
        Type=notify
        NotifyAccess=main
        ExecStart=\(quoted(executable)) agent
        Restart=on-failure
        # A core would hold keys.
        LimitCORE=0
        # The agent finds out who its clients are by looking at their files in /proc. A service manager of a user's can sandbox only by
        # putting the service in a user namespace, and from there the kernel lets nobody look. So there is none of PrivateUsers=,
        # PrivateTmp=, ProtectSystem=, ProtectProc= and their like here; NoNewPrivileges= is left out as well. The agent restricts itself
        # once the process that looks at clients has been started.

        [Install]
        Also=chatelaine.socket

        """
    }

    static let systemSocket = """
        # Where the keychains of all users are reached. For the system's service manager.
        [Unit]
        Description=Chatelaine keychain service
        Documentation=man:chatelaine(1)

        [Socket]
        ListenStream=/run/chatelaine/agent.socket
        FileDescriptorName=agent
        # Every user may ask. Who it is that asks the service finds out.
        SocketMode=0666
        DirectoryMode=0755
        RemoveOnStop=yes

        [Install]
        WantedBy=sockets.target

        """

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
        # For the one process that looks at programs; the others give them up before they serve anybody.
        AmbientCapabilities=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH
        CapabilityBoundingSet=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_UNIX
        RestrictSUIDSGID=yes
        LockPersonality=yes
        SystemCallArchitectures=native
        # Keys are kept in locked memory, and a core would hold them.
        LimitMEMLOCK=64M
        LimitCORE=0
        # Who asks is found out by looking at the files that a process runs, as this service sees them. In a mount, user or process
        # namespace of its own it would see others. So there is none of ProtectSystem=, ProtectHome=, PrivateTmp=, PrivateUsers=,
        # ProtectProc= and their like here.

        [Install]
        Also=chatelaine-system.socket

        """
    }

    /// A path as systemd wants it in a command line (systemd.service(5), "Command lines").
    private static func quoted(_ path: String) -> String {
        var text = ""
        for character in path {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "%": text += "%%"
            case "$": text += "$$"
            default: text.append(character)
            }
        }
        return "\"\(text)\""
    }
}
