import Glibc

/// Waits until a child process has ended, also when signals interrupt.
///
/// - Returns: its wait status (waitpid(2)); nil if there is no such child, or another part of the program has waited for it.
@discardableResult package func waitForChild(_ child: pid_t) -> Int32? {
    var status: Int32 = 0
    return retrying { waitpid(child, &status, 0) } == child ? status : nil
}

/// Returns the exit status in a wait status; nil if a signal has ended the child.
package func exitStatus(_ waitStatus: Int32) -> Int32? { waitStatus & 0x7f == 0 ? waitStatus >> 8 & 0xff : nil }
