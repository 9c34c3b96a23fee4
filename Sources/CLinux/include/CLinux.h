// What Swift cannot import from Linux' C headers: variadic functions and function-like macros.
#ifndef CHATELAINE_CLINUX_H
#define CHATELAINE_CLINUX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Tries to take (exclusive) or to give back the open-file-description lock on the first byte of `fd`.
/// Returns 0, or an errno value; EAGAIN where another holds it and `wait` is false.
/// An open-file-description lock belongs to the descriptor and not to the process, so that a `close()` of another
/// descriptor of the same file does not drop it (fcntl(2), "Open file description locks").
int clinux_ofd_lock(int fd, bool wait);
int clinux_ofd_unlock(int fd);

/// Waits for the lock, but not longer than a number of milliseconds.
/// Returns 0, or an errno value. After ETIMEDOUT `fd` is no longer the caller's: whoever still waits for the lock gives it
/// back and closes `fd` as soon as it gets it.
int clinux_ofd_lock_within(int fd, int64_t milliseconds);

/// The type number of the file system that holds `path` (statfs(2)), or -1 with errno set.
int64_t clinux_filesystem_type(const char *path);

/// Runs the handlers around every fork() of this process (pthread_atfork(3)).
int clinux_at_fork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

/// Turns terminal echo of `fd` on or off; 0, or an errno value (ENOTTY where `fd` is no terminal).
int clinux_set_echo(int fd, bool on);

#endif
