import CLinux
import Glibc
import LinuxSupport
import ProcessIdentity

// The helper of an `IdentifyService`. It looks into other people's processes, so nobody is to look into it, and nothing
// that is worth stealing ever enters it. It looks only: what else it could do with its rights is refused to it.
guard clinux_harden() == 0, SystemCalls.refuse(SystemCalls.intrusive + SystemCalls.active) == nil else { exit(1) }
if CommandLine.arguments.dropFirst().first == IdentifyOrders.argument {
    IdentifyOrders.run()
} else {
    IdentifyLoop.run()
}
