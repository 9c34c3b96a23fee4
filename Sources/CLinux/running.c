// The start of a command for `chatelaine run`, and the signals that are passed on to it.
#define _GNU_SOURCE
#include "include/clinux_running.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static volatile int relay = -1;

static void relay_signal(int number, siginfo_t *information, void *context) {
    (void)context;
    int error = errno;
    clinux_signal event = {number, information == NULL ? 0 : information->si_code};
    // A pipe takes 16 bytes whole. If it is full, the reader has a lot of signals to look at already.
    if (write(relay, &event, sizeof event) < 0) errno = error;
    errno = error;
}

int clinux_relay_signals(int fd, const int *signals, size_t count) {
    relay = fd;
    for (size_t i = 0; i < count; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) != 0) return errno;
        // What this process was started to ignore, as by nohup(1), the command ignores as well.
        if (before.sa_handler == SIG_IGN && signals[i] != SIGCHLD) continue;
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
        action.sa_sigaction = relay_signal;
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], &action, NULL) != 0) return errno;
    }
    return 0;
}

static void report(int fd, int kind, int value) {
    clinux_report message = {kind, value};
    if (write(fd, &message, sizeof message) < 0) return;
}

// Runs in the process that becomes the command.
static void become(const clinux_command *command, int reports) {
    int streams[3] = {command->input, command->output, command->errors};
    // Above the three, so that none is overwritten before it is copied.
    for (int i = 0; i < 3; i++) {
        if (streams[i] != i) streams[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 3);
        if (streams[i] < 0) goto failed;
    }
    for (int i = 0; i < 3; i++) {
        if (streams[i] != i && dup2(streams[i], i) < 0) goto failed;
    }
    // Not the handlers of this process, which would report the command's signals as its own.
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) signal(number, SIG_DFL);
    }
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(command->arguments[0], command->arguments, command->environment);
failed:
    report(reports, CLINUX_NOT_STARTED, errno);
    _exit(127);
}

// Runs in the leader of the terminal's session. The command is in a group of its own in that session: a group whose leader's parent is
// in another session is orphaned, and ^Z would not stop it.
static void lead(const clinux_command *command, int reports) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (setsid() < 0 || ioctl(command->terminal, TIOCSCTTY, 0) != 0) {
        report(reports, CLINUX_NOT_STARTED, errno);
        _exit(127);
    }
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        tcsetpgrp(command->terminal, getpid());
        become(command, reports);
    }
    if (child < 0) {
        report(reports, CLINUX_NOT_STARTED, errno);
        _exit(127);
    }
    setpgid(child, child);
    report(reports, CLINUX_STARTED, child);
    // Nothing of the process that started this one stays open here, above all no lock.
    if (reports != 3) dup2(reports, 3);
    close_range(0, 2, 0);
    close_range(4, ~0U, 0);
    // SIGHUP stays blocked: this process has to say how the command has ended, which gets the signal itself.
    int status;
    while (waitpid(child, &status, WUNTRACED) == child) {
        if (WIFSTOPPED(status)) {
            report(3, CLINUX_STOPPED, WSTOPSIG(status));
        } else {
            report(3, CLINUX_ENDED, status);
            break;
        }
    }
    _exit(0);
}

int clinux_start_command(const clinux_command *command, int reports, pid_t *process) {
    // No handler of this process runs in the new one.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    int error = child < 0 ? errno : 0;
    if (child == 0) {
        if (command->terminal >= 0) lead(command, reports);
        become(command, reports);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    *process = child;
    return error;
}

int clinux_replace_process(const clinux_command *command) {
    signal(SIGPIPE, SIG_DFL);
    execvpe(command->arguments[0], command->arguments, command->environment);
    int error = errno;
    signal(SIGPIPE, SIG_IGN);
    return error;
}

int clinux_open_terminal(int like, int settings_of, bool is_raw_output, int *user, int *program) {
    int main = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (main < 0) return errno;
    int error = 0;
    int other = -1;
    char name[64];
    if (grantpt(main) != 0 || unlockpt(main) != 0) error = errno;
    if (error == 0) error = ptsname_r(main, name, sizeof name);
    if (error == 0) {
        other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (other < 0) error = errno;
    }
    if (error != 0) {
        close(main);
        return error;
    }
    struct termios settings;
    if (tcgetattr(settings_of, &settings) == 0) {
        if (is_raw_output) settings.c_oflag &= ~(tcflag_t)OPOST;
        tcsetattr(other, TCSANOW, &settings);
    }
    clinux_copy_window_size(like, main);
    *user = main;
    *program = other;
    return 0;
}

void clinux_copy_window_size(int from, int to) {
    struct winsize size;
    if (ioctl(from, TIOCGWINSZ, &size) == 0) ioctl(to, TIOCSWINSZ, &size);
}
