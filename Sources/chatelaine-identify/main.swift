import CLinux
import Glibc
import LinuxSupport
import ProcessIdentity

// The helper of an `IdentifyService`. It inspects other processes, so no process may inspect it, and it never receives
// a secret. It only inspects: the system calls with which it could use its rights for more are refused, and so is opening a file for
// anything but reading. Landlock is no help: a process that it confines is not shown the executables of others.
StandardDescriptors.occupy()
guard clinux_harden() == 0,
    SystemCalls.refuse(SystemCalls.intrusive + SystemCalls.active, refusesWriting: true) == nil
else { exit(1) }
if CommandLine.arguments.dropFirst().first == IdentifyOrders.argument {
    IdentifyOrders.run()
} else {
    IdentifyLoop.run()
}
