import Glibc
import LinuxSupport

/// The start of a password manager through the service managers of the session.
package enum ManagerStart {
    /// Runs a systemd command, and returns when it has ended.
    @Sendable package static func run(_ start: Manifest.Start) { run(command(for: start)) }

    /// Returns the program, with a fixed path, and its arguments.
    static func command(for start: Manifest.Start) -> [String] {
        switch start {
        case .unit(let name): return ["/usr/bin/systemctl", "--user", "--quiet", "start", name]
        case .busName(let name):
            let bus = "org.freedesktop.DBus"
            return [
                "/usr/bin/busctl", "--user", "--quiet", "call", bus, "/org/freedesktop/DBus", bus, "StartServiceByName",
                "su", name, "0",
            ]
        }
    }

    /// Runs a program with a minimal environment, which only locates the session bus.
    static func run(_ words: [String]) {
        let kept = ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
        let environment = kept.compactMap { name in getenv(name).map { "\(name)=" + String(cString: $0) } }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The program's error messages must not appear in this program's output.
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var child: pid_t = 0
        guard posix_spawn(&child, words[0], &actions, nil, &arguments, &variables) == 0 else { return }
        // Its status does not matter: whether a password manager listens afterwards does.
        _ = waitForChild(child)
    }
}
