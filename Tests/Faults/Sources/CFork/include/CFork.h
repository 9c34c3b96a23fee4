// What Swift does not let a program call.
#ifndef FAULTS_CFORK_H
#define FAULTS_CFORK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// fork(2).
pid_t faults_fork(void);

/// Waits for a child and returns its exit code, or 128 and the number of the signal that ended it.
int faults_wait(pid_t child);

/// Ends this process by SIGALRM if it has not ended by itself after a number of seconds. A forked child has to ask again.
void faults_end_after(unsigned seconds);

/// memmem(3): whether the `count` bytes of `contents` hold the `size` bytes of `needle` anywhere.
bool faults_contains(const void *contents, size_t count, const void *needle, size_t size);

#endif
