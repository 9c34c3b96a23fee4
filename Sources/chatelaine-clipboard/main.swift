import CLinux
import Clipboard
import DesktopEvents
import Dispatch
import Glibc
import LinuxSupport
import Secrets
import ZeroOnFree

// Holds a secret on the clipboard, for `chatelaine clipboard`. It is a separate program because the command that copies may end, and so
// that no other command loads the libraries that only this one needs. It writes one line when it owns the clipboard, and nothing after
// that.

StandardDescriptors.occupy()
SecuredStart.begin(.tool)
SecretMemory.endProgramWithReason()
// Done before any data is in memory: memory that is freed from now on is overwritten.
_ = zero_on_free_enable()
ProcessLimits.forbidCores()
signal(SIGPIPE, SIG_IGN)

/// Reports an error, and ends with a status of Docs/exit-codes.md.
func end(_ error: ClipboardError) -> Never {
    let text = "chatelaine: \(error.reason)\n  next: \(error.remedy)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    let status: Int32 =
        switch error.code {
        case .noDisplay, .noDataControl, .missingLibrary: 69
        case .unsuitable, .connectionLost: 1
        }
    exit(status)
}

guard CommandLine.arguments.count == 2, let milliseconds = UInt64(CommandLine.arguments[1]) else {
    let usage = "usage: chatelaine-clipboard MILLISECONDS; started by “chatelaine clipboard”\n"
    _ = write(STDERR_FILENO, usage, usage.utf8.count)
    exit(2)
}

// A time limit for a display that does not answer: the user could not end this process from a terminal.
signal(SIGALRM) { _ in
    // A string would have to be allocated, but this may run in the middle of an allocation.
    let text: StaticString =
        "chatelaine: the display does not answer\n  next: copy it again when the desktop responds\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(1)
}

let locked = clinux_event()
let isCleared = DispatchSemaphore(value: 0)
do throws(ClipboardError) {
    let content = try ClipboardContent(SecretInput.read(STDIN_FILENO))
    _ = alarm(20)
    let clipboard = try ClipboardDisplay.open(content)
    // Before the secret is available, so that no lock is missed. Suspend waits until the clipboard is empty.
    let signals = LockSignals { _ in
        clinux_event_signal(locked)
        isCleared.wait()
    }
    try clipboard.take()
    _ = alarm(0)
    // Before this, termination signals end the process, and the display empties the clipboard.
    let termination = clinux_termination_signals()
    Detachment.announce()
    _ = try ClipboardHolder(clipboard, interruptions: [termination, locked]).hold(milliseconds: milliseconds)
    withExtendedLifetime(signals) { _exit(0) }
} catch {
    end(error)
}
