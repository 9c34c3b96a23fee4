// The start of a command for `chatelaine run`, in a terminal of its own or not, and the signals that are passed on to it.
#ifndef CHATELAINE_CLINUX_RUNNING_H
#define CHATELAINE_CLINUX_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A signal that has arrived: its number, and the code that tells the sender (`si_code` of sigaction(2)).
typedef struct {
    int32_t number;
    int32_t code;
} clinux_signal;

/// Writes each arriving signal to `fd` as a `clinux_signal`. A signal that this process ignores stays ignored, except SIGCHLD.
/// Returns 0, or an errno value.
int clinux_relay_signals(int fd, const int *signals, size_t count);

/// The command: its arguments, the first being its name, its environment and its three streams. With a terminal (a descriptor, or -1) it
/// runs in a session of its own, whose terminal that is.
typedef struct {
    char *const *arguments;
    char *const *environment;
    int input;
    int output;
    int errors;
    int terminal;
} clinux_command;

/// The kinds of a report: the process id of a command that is started in a terminal, an errno value, a signal, a wait status (waitpid(2)).
enum { CLINUX_STARTED = 1, CLINUX_NOT_STARTED = 2, CLINUX_STOPPED = 3, CLINUX_ENDED = 4 };

typedef struct {
    int32_t kind;
    int32_t value;
} clinux_report;

/// Starts a command, which is looked up in PATH (execvpe(3)). `reports` is the writing end of a pipe that is closed on exec; it gets a
/// `clinux_report` if the command cannot be started, and the other reports if there is a terminal. `process` is the command, or with a
/// terminal the leader of its session. Returns 0, or an errno value.
int clinux_start_command(const clinux_command *command, int reports, pid_t *process);

/// Becomes the command (execvpe(3)), with the streams that this process has. Returns an errno value if that fails.
int clinux_replace_process(const clinux_command *command);

/// Opens a pseudo-terminal of the window size of `like`, with the settings of another terminal (`settings_of`), if that is one.
/// `is_raw_output`: line feeds come out as they go in. Returns 0, or an errno value.
int clinux_open_terminal(int like, int settings_of, bool is_raw_output, int *user, int *program);

/// Gives a terminal the window size of another.
void clinux_copy_window_size(int from, int to);

#endif
