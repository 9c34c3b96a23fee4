// Runs one program as a user, and waits for it up to a time limit.
#pragma once

#include <limits.h>
#include <pwd.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct command {
    char path[PATH_MAX];
    char *arguments[5];   // NULL after the last
    char *environment[9]; // NULL after the last
    const struct passwd *user;
    gid_t *groups;
    int group_count;
};

// The outcome of the program: its exit code from 0 to 255, or one of these.
enum {
    exit_not_started = 127, // the child could not execute the program
    outcome_unknown = -1,   // the application ignores SIGCHLD, or has collected the child itself
    outcome_timeout = -2,   // the program was killed after the timeout
    outcome_failed = -3,    // no child was started; errno has the reason
    outcome_signal = -1000, // minus the number of the signal
};

// Runs `command` as its user, in a session of its own, with every signal at its default, no descriptor but the standard
// ones, and output to /dev/null. Its input is `line` (of `length` bytes, without line break; all of it must fit into a
// pipe) and a line break, or nothing if `line` is NULL. It is killed after `timeout` seconds.
int run_as_user(const struct command *command, const char *line, size_t length, int timeout);
