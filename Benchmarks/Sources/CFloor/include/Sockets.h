// What two processes pay at the least to ask and answer over a unix socket, and where they run while that is measured.
#ifndef CFLOOR_SOCKETS_H
#define CFLOOR_SOCKETS_H

#include <stdint.h>
#include <sys/types.h>

/// Answers every `request` bytes that come with `reply` bytes, until the other end closes.
void echo_serve(int descriptor, int request, int reply);

/// One question and its answer. Nanoseconds, or -1.
int64_t echo_once(int descriptor, int request, int reply);

/// Makes two connected stream sockets, which no program started later gets by itself. 0, or -1.
int echo_pair(int *mine, int *others);

/// Listens at `path` in a thread, and passes what the first connection says on to `target`. 0, or -1.
int relay_start(const char *path, const char *target);

/// Bytes of the last frame that went each way through the relay.
int relay_request_size(void);
int relay_reply_size(void);

/// The cores that this process may run on, at most `capacity`; their number.
int placement_cores(int *cores, int capacity);

/// Lets a thread run on these cores only; thread 0 is the calling one. 0, or -1.
int placement_set(pid_t thread, const int *cores, int count);

#endif
