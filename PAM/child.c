#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The C library has names for these only since 2.36.
static const idtype_t by_pidfd = (idtype_t)3;

// Runs in the child of a process that may have threads: only calls that are safe in a signal handler are allowed. All
// signals are blocked.
static _Noreturn void become(const struct command *command, int input, int output) {
    static const unsigned long default_action[8]; // the kernel's struct sigaction, all zero
    sigset_t none;
    char go;
    close(output);
    // signal() refuses the C library's own two signals, which a parent such as make passes on ignored.
    for (int number = 1; number < NSIG; number++) syscall(SYS_rt_sigaction, number, default_action, NULL, NSIG / 8);
    sigemptyset(&none);
    // The first byte tells that the parent holds a descriptor of this process.
    if (read(input, &go, 1) != 1) _exit(exit_not_started);
    int source = fcntl(input, F_DUPFD, 3);
    int null = open("/dev/null", O_RDWR);
    int sink = fcntl(null, F_DUPFD, 3);
    if (dup2(source, 0) != 0 || dup2(sink, 1) != 1 || dup2(sink, 2) != 2) _exit(exit_not_started);
    if (close_range(3, ~0U, 0) != 0 || setsid() < 0 || chdir("/") != 0) _exit(exit_not_started);
    uid_t uid = command->user->pw_uid;
    gid_t gid = command->user->pw_gid;
    if (setgroups((size_t)command->group_count, command->groups) != 0) _exit(exit_not_started);
    if (setresgid(gid, gid, gid) != 0 || setresuid(uid, uid, uid) != 0) _exit(exit_not_started);
    umask(S_IRWXG | S_IRWXO);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(command->path, command->arguments, command->environment);
    _exit(exit_not_started);
}

// Sends the line. The whole message fits into an empty pipe, so this never waits. All signals are blocked; a SIGPIPE
// caused by a child that has already ended is discarded.
static bool send_line(int output, const char *line, size_t length) {
    struct iovec parts[] = {{(void *)"g", 1}, {(void *)line, line ? length : 0}, {(void *)"\n", line ? 1 : 0}};
    sigset_t broken, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    ssize_t sent = writev(output, parts, 3);
    if (sent < 0 && errno == EPIPE && !sigismember(&pending, SIGPIPE)) {
        sigtimedwait(&broken, NULL, &(struct timespec){0});
        errno = EPIPE;
    }
    return sent == (ssize_t)(parts[0].iov_len + parts[1].iov_len + parts[2].iov_len);
}

// Returns a pidfd of the running child, or -1. The child cannot end before it has the first byte of its input, so its
// process id cannot have been reused when the descriptor is made.
static int start(const struct command *command, const char *line, size_t length) {
    int ends[2], pidfd = -1;
    sigset_t all, before;
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) become(command, ends[0], ends[1]);
    if (child > 0) pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    int reason = errno;
    close(ends[0]);
    if (pidfd >= 0 && (fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0 || !send_line(ends[1], line, length))) {
        reason = errno;
        syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
    }
    close(ends[1]);
    if (child > 0 && pidfd < 0) waitpid(child, NULL, 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return pidfd;
}

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static bool ends_within(int pidfd, int seconds) {
    long long deadline = milliseconds() + seconds * 1000LL;
    struct pollfd child = {.fd = pidfd, .events = POLLIN};
    for (;;) {
        long long left = deadline - milliseconds();
        int ready = poll(&child, 1, left > 0 ? (int)left : 0);
        if (ready >= 0 || errno != EINTR) return ready > 0;
    }
}

// Waits for the child and returns its outcome. An application that ignores SIGCHLD, or collects every child, leaves no
// status to read.
static int collect(int pidfd, int timeout) {
    siginfo_t info = {0};
    bool late = !ends_within(pidfd, timeout);
    if (late) {
        syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
        ends_within(pidfd, 1);
    }
    if (waitid(by_pidfd, (id_t)pidfd, &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0) {
        return late ? outcome_timeout : outcome_unknown;
    }
    if (late) return outcome_timeout;
    return info.si_code == CLD_EXITED ? info.si_status : outcome_signal - info.si_status;
}

int run_as_user(const struct command *command, const char *line, size_t length, int timeout) {
    int pidfd = start(command, line, length);
    if (pidfd < 0) return outcome_failed;
    int outcome = collect(pidfd, timeout);
    close(pidfd);
    return outcome;
}
