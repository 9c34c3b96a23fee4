import CLinux
import Glibc
import LinuxSupport
import PAMConversation
import Secrets

// The helper of an `AccountPassword`. Passwords pass through it, so no process may inspect it. It keeps the ability to gain rights, because
// pam_unix needs a program that has more of them.
StandardDescriptors.occupy()
SecretMemory.endProgramWithReason()
guard clinux_make_undumpable() == 0, let service = PAMService(Array(CommandLine.arguments.dropFirst())) else {
    let usage = "usage: chatelaine-pam-helper SERVICE [DIRECTORY]; started by programs that ask for a password\n"
    _ = write(STDERR_FILENO, usage, usage.utf8.count)
    exit(64)
}
// The capabilities belong to the agent's other helper; pam_unix needs root, or none.
guard getuid() == 0 || clinux_drop_held_capabilities() == 0 else { exit(1) }
ProcessLimits.forbidCores()
umask(0o077)
clinux_close_from(TransactionServer.socket + 1)
var server = TransactionServer(service)
server.run()
