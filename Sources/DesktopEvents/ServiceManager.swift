import DBus
import Glibc
import LinuxSupport

/// The communication with the service manager that started this process.
///
/// Without a service manager, or with one other than systemd, nothing is sent or received.
/// Specified in: sd_notify(3), sd_listen_fds(3).
package enum ServiceManager {
    /// The maximum length of a status in characters.
    private static let statusLimit = 200

    /// The number of the first inherited socket (`SD_LISTEN_FDS_START`).
    private static let firstDescriptor: Int32 = 3

    /// Reports that requests are served from now on.
    ///
    /// - Parameter status: one line for display by `systemctl status`.
    /// - Returns: whether a service manager received it.
    @discardableResult
    package static func notifyReady(status: String? = nil) -> Bool { notify("READY=1", status) }

    /// Reports that the process is about to end.
    ///
    /// - Returns: whether a service manager received it.
    @discardableResult
    package static func notifyStopping() -> Bool { notify("STOPPING=1", nil) }

    /// Reports the present activity of the process.
    ///
    /// - Parameter status: one line for display.
    /// - Returns: whether a service manager received it.
    @discardableResult
    package static func notify(status: String) -> Bool { notify(nil, status) }

    /// Returns the sockets on which the service manager listened for this process, in the order of its units.
    ///
    /// Programs that this process starts do not inherit them. The variables that announced them are removed, so that a second call returns
    /// none: call it once, early, before there are threads that read the environment.
    ///
    /// - Returns: an empty array if the announcement is for another process or does not match the open descriptors. The caller owns the
    ///   descriptors. A socket without a name is called `unknown`.
    package static func inheritedSockets() -> [(descriptor: Int32, name: String)] {
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

    /// Returns a text that cannot add assignments to the message.
    private static func line(_ text: String) -> String {
        UntrustedText.forPrompt(text, limit: statusLimit)
    }
}
