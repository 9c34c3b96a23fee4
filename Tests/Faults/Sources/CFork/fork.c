#define _GNU_SOURCE
#include "CFork.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t faults_fork(void) { return fork(); }

int faults_wait(pid_t child) {
    int status = 0;
    pid_t result;
    do {
        result = waitpid(child, &status, 0);
    } while (result == -1 && errno == EINTR);
    if (result == -1) return 255;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void faults_end_after(unsigned seconds) {
    // A process that a test starts inherits the mask of a thread in which Dispatch has blocked all signals.
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
}

bool faults_contains(const void *contents, size_t count, const void *needle, size_t size) {
    return memmem(contents, count, needle, size) != NULL;
}
