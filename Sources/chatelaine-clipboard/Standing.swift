import Glibc

/// What this process is to others once it holds the clipboard.
enum Standing {
    /// Tells whoever has started it, and lets go of everything that was the caller's: terminal, pipes, directory.
    static func announce() {
        _ = write(STDOUT_FILENO, "copied\n", 7)
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where nowhere >= 0 { dup2(nowhere, stream) }
        _ = chdir("/")
    }
}
