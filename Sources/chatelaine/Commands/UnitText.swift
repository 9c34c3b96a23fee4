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
