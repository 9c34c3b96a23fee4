// The minimal cost of a request and its reply between two processes over a Unix socket, and the cores on which they run
// during the measurement.
#ifndef CFLOOR_SOCKETS_H
#define CFLOOR_SOCKETS_H

#include <stdint.h>
#include <sys/types.h>

/// Answers every `request` received bytes with `reply` bytes, until the other end closes.
void echo_serve(int descriptor, int request, int reply);

/// One request and its reply. Nanoseconds, or -1.
int64_t echo_once(int descriptor, int request, int reply);

/// Makes two connected stream sockets that child processes do not inherit. 0, or -1.
int echo_pair(int *mine, int *others);

/// Listens at `path` in a thread, and forwards the first connection to `target`. 0, or -1.
int relay_start(const char *path, const char *target);

/// The sizes in bytes of the last frame in each direction through the relay.
int relay_request_size(void);
int relay_reply_size(void);

/// Stores the cores that this process may run on, at most `capacity`, and returns their number.
int placement_cores(int *cores, int capacity);

/// Restricts a thread to these cores; thread 0 is the calling one. 0, or -1.
int placement_set(pid_t thread, const int *cores, int count);

#endif
