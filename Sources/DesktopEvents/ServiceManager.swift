import DBus
import Glibc
import LinuxSupport

/// What the service manager that started this process tells it, and is told by it.
///
/// Without a service manager, or with another than systemd's kind, nothing is told and nothing is heard.
/// Specified in: sd_notify(3), sd_listen_fds(3).
public enum ServiceManager {
    /// Characters of a status that are shown.
    private static let statusLimit = 200

    /// The number of the first inherited socket (`SD_LISTEN_FDS_START`).
    private static let firstDescriptor: Int32 = 3

    /// Tells that requests are served from now on.
    ///
    /// - Parameter status: one line for people, as `systemctl status` shows it.
    /// - Returns: whether somebody was there to be told.
    @discardableResult
    public static func notifyReady(status: String? = nil) -> Bool { notify("READY=1", status) }

    /// Tells that the process is about to end.
    ///
    /// - Returns: whether somebody was there to be told.
    @discardableResult
    public static func notifyStopping() -> Bool { notify("STOPPING=1", nil) }

    /// Tells what the process does.
    ///
    /// - Parameter status: one line for people.
    /// - Returns: whether somebody was there to be told.
    @discardableResult
    public static func notify(status: String) -> Bool { notify(nil, status) }

    /// The sockets on which the service manager listened for this process, in the order of its units.
    ///
    /// They are not passed on to programs that this process starts. The variables that announced them are removed, so that a
    /// second call gives nothing: call it once, early, before there are threads that read the environment.
    ///
    /// - Returns: nothing if the announcement is for another process or does not fit what is there. The caller owns the
    ///   descriptors. A socket without a name is called `unknown`.
    public static func inheritedSockets() -> [(descriptor: Int32, name: String)] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard case .success(let systemd) = Systemd.shared else { return [] }
        let count = systemd.listenDescriptors(1, &names)
        defer { free(names) }
        guard count > 0, let names else { return [] }
        return (0..<count).map { index in
            let name = names[Int(index)]
            defer { free(name) }
            return (firstDescriptor + index, name.map { String(cString: $0) } ?? "unknown")
        }
    }

    private static func notify(_ state: String?, _ status: String?) -> Bool {
        let lines = [state, status.map { "STATUS=" + line($0) }].compactMap { $0 }
        guard case .success(let systemd) = Systemd.shared else { return false }
        return systemd.notify(0, lines.joined(separator: "\n")) > 0
    }

    /// A text that cannot add assignments of its own to the message.
    private static func line(_ text: String) -> String {
        UntrustedText.forPrompt(text, limit: statusLimit)
    }
}
