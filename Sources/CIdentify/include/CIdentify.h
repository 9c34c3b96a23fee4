// What Swift cannot import from Linux' C headers for the inspection of processes: system calls without a wrapper of their
// own, variadic functions, and the macros around descriptors in messages.
#ifndef CHATELAINE_CIDENTIFY_H
#define CHATELAINE_CIDENTIFY_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// `O_PATH` and `POSIX_SPAWN_SETSID`, which the headers show to GNU programs only.
extern const int cidentify_open_path;
extern const short cidentify_spawn_session;

/// A descriptor of the process with this number, closed on exec, or -1 with errno set (pidfd_open(2)).
int cidentify_pidfd_open(pid_t pid);

/// posix_spawn_file_actions_addclosefrom_np(3): the new process has no descriptor from `first` on.
int cidentify_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Sends a signal to the process of a pidfd; 0 sends none and only asks whether the process exists.
/// Returns 0, or an errno value: ESRCH if it is gone, EPERM if it exists but may not be signalled, EBADF if `pidfd` is
/// no pidfd.
int cidentify_pidfd_send_signal(int pidfd, int signal);

/// Type number and mount flags (`ST_…`) of the file system that holds an open file; 0, or an errno value.
int cidentify_filesystem(int fd, int64_t *type, int64_t *flags);

/// The number that stat(2) has for a device.
uint64_t cidentify_device(uint32_t major, uint32_t minor);

/// Sends one packet, with the descriptor `fd` unless that is negative. Never raises SIGPIPE.
/// Returns the number of bytes sent, or -1 with errno set.
ssize_t cidentify_send(int socket, const void *bytes, size_t count, int fd);

/// The same without waiting for room: EAGAIN.
ssize_t cidentify_send_now(int socket, const void *bytes, size_t count, int fd);

/// Receives one packet and at most one descriptor with it, closed on exec; `*fd` is -1 if there is none. Of a packet with
/// more than one descriptor all are closed.
/// Returns the whole length of the packet, which is more than `count` if it was cut, 0 at the end, or -1 with errno set.
ssize_t cidentify_receive(int socket, void *bytes, size_t count, int *fd);

/// fork(2), which Swift does not import. For a process with one thread.
pid_t cidentify_fork(void);

/// Makes this process die with its parent, gain no privileges by executing anything, and not dumpable, so that processes
/// of its user can neither read nor trace it. Returns 0, or an errno value.
int cidentify_harden(void);

#endif
