import CLinux
import LinuxSupport

/// The parent of a process: the one that has started it, as long as both are running. After its end the kernel gives the child another one.
package final class ParentProcess: Sendable {
    /// The process id of the parent.
    package let pid: Int32
    private let descriptor: Descriptor
    private let child: ProcessDirectory

    /// - Parameter pidfd: refers to the child.
    /// - Returns: `nil` if the parent is none that this process sees, or one of the two has ended.
    package init?(of pidfd: Int32) {
        guard let child = try? ProcessDirectory(pidfd: pidfd), let parent = try? StatLine(of: child).parent, parent > 1,
            let descriptor = Descriptor(clinux_pidfd_open(parent))
        else { return nil }
        pid = parent
        self.child = child
        self.descriptor = descriptor
        // The number may have become another process's before the descriptor was there.
        guard isParent else { return nil }
    }

    /// Refers to the parent.
    package var pidfd: Int32 { descriptor.number }

    /// Whether it still runs and is the parent.
    package var isParent: Bool {
        guard let parent = try? StatLine(of: child).parent, parent == pid else { return false }
        return (try? ProcessDirectory.requireAlive(descriptor.number)) != nil
    }
}
