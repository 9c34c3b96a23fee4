import CIdentify
import Glibc
import Hardening
import ProcessIdentity

// The helper of an `IdentifyService`. It inspects processes of other users, so no process may inspect it, and no secret
// ever enters it. It only inspects: system calls for anything else are refused to it.
guard cidentify_harden() == 0, SystemCalls.refuse(SystemCalls.intrusive + SystemCalls.active) == nil else { exit(1) }
if CommandLine.arguments.dropFirst().first == IdentifyOrders.argument {
    IdentifyOrders.run()
} else {
    IdentifyLoop.run()
}
