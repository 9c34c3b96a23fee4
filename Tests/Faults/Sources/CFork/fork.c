#include "CFork.h"

#include <errno.h>
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
