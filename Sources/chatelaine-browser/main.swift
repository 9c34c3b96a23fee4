import BrowserMessages
import Dispatch
import Glibc
import LinuxSupport
import Secrets
import ZeroOnFree

// The native host of the browser extension: a browser starts it, and talks to it over its standard streams. It holds no key and decides
// nothing: each message becomes one request to the agent, which looks at this program and at the browser that has started it.

StandardDescriptors.occupy()
SecuredStart.begin(.client)
SecretMemory.endProgramWithReason()
// Done before any data is in memory: memory that is freed from now on is overwritten.
_ = zero_on_free_enable()
ProcessLimits.forbidCores()
signal(SIGPIPE, SIG_IGN)

guard let extensionID = BrowserExtension.identifier(in: Array(CommandLine.arguments.dropFirst())) else {
    let usage = """
        chatelaine-browser is started by a browser for its Chatelaine extension.
          next: to install it for your browsers: chatelaine browser install

        """
    _ = write(STDERR_FILENO, usage, usage.utf8.count)
    exit(2)
}

// The browser reads messages from standard output, and nothing else may get there.
let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { exit(1) }

let host = NativeHost(extensionID: extensionID, output: output)
exit(host.run(reading: STDIN_FILENO))
