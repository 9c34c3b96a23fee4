// The parts of Linux' C headers for the inspection of processes that Swift cannot import: system calls without a wrapper, variadic
// functions, and the macros for descriptors in messages.
#ifndef CHATELAINE_CIDENTIFY_H
#define CHATELAINE_CIDENTIFY_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// `O_PATH` and `POSIX_SPAWN_SETSID`, which the headers define only for GNU programs.
extern const int cidentify_open_path;
extern const short cidentify_spawn_session;

/// Opens a pidfd for a process id, closed on exec, or returns -1 with errno set (pidfd_open(2)).
int cidentify_pidfd_open(pid_t pid);

/// posix_spawn_file_actions_addclosefrom_np(3): the new process has no descriptor from `first` on.
int cidentify_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Sends a signal to the process of a pidfd; signal 0 only checks whether the process exists. Returns 0, or an errno value: ESRCH if it is
/// gone, EPERM if it exists but may not be signalled, EBADF if `pidfd` is not a pidfd.
int cidentify_pidfd_send_signal(int pidfd, int signal);

/// Gets type number and mount flags (`ST_…`) of the file system that contains an open file; returns 0, or an errno value.
int cidentify_filesystem(int fd, int64_t *type, int64_t *flags);

/// Returns the device number in the form of stat(2).
uint64_t cidentify_device(uint32_t major, uint32_t minor);

/// Sends one packet, with the descriptor `fd` unless that is negative. Never raises SIGPIPE.
/// Returns the number of bytes sent, or -1 with errno set.
ssize_t cidentify_send(int socket, const void *bytes, size_t count, int fd);

/// The same, but fails with EAGAIN if there is no room.
ssize_t cidentify_send_now(int socket, const void *bytes, size_t count, int fd);

/// Receives one packet and at most one descriptor with it, closed on exec; `*fd` is -1 if there is none. If there are more descriptors, all
/// are closed. Returns the whole length of the packet, which is more than `count` if it was truncated, 0 at the end, or -1 with errno set.
ssize_t cidentify_receive(int socket, void *bytes, size_t count, int *fd);

/// Calls fork(2), which Swift does not import. For a process with one thread.
pid_t cidentify_fork(void);

/// Makes this process die with its parent, gain no privileges by executing anything, and not dumpable, so that other processes of its user
/// can neither read nor trace it. Returns 0, or an errno value.
int cidentify_harden(void);

#endif
