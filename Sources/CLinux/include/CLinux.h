// Parts of Linux's C headers that Swift cannot import: variadic functions and function-like macros.
#ifndef CHATELAINE_CLINUX_H
#define CHATELAINE_CLINUX_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>

#include "clinux_running.h"

/// Tries to take (exclusive) or to release the open-file-description lock on the first byte of `fd`.
/// Returns 0, or an errno value; EAGAIN if another process holds it and `wait` is false.
/// An open-file-description lock belongs to the descriptor and not to the process, so that a `close()` of another
/// descriptor of the same file does not drop it (fcntl(2), "Open file description locks").
int clinux_ofd_lock(int fd, bool wait);
int clinux_ofd_unlock(int fd);

/// Waits for the lock for a number of milliseconds at most.
/// Returns 0, or an errno value. After ETIMEDOUT `fd` no longer belongs to the caller: the thread that still waits for the lock
/// releases it and closes `fd` as soon as it gets the lock.
int clinux_ofd_lock_within(int fd, int64_t milliseconds);

/// Returns the type number of the file system that holds `path` (statfs(2)), or -1 with errno set.
int64_t clinux_filesystem_type(const char *path);

/// Runs the handlers around every fork() of this process (pthread_atfork(3)).
int clinux_at_fork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

/// Renames a file, and replaces no other (renameat2(2)). Returns 0, or an errno value: EEXIST if there is a file of that name.
int clinux_rename_new(const char *from, const char *to);

/// Whether the file system encrypts files that are created in a directory (fscrypt).
bool clinux_has_encryption_policy(const char *path);

/// Makes a file that exists in memory only, closed on exec, readable and writable by its owner (memfd_create(2)). `name` is shown in
/// /proc. Returns the descriptor, or -1 with errno set.
int clinux_memory_file(const char *name);

/// Turns terminal echo of `fd` on or off. Returns 0, or an errno value (ENOTTY if `fd` is not a terminal).
int clinux_set_echo(int fd, bool on);

/// Makes a stream socket that listens at `path` (mode 0600), or one that is connected to it. Paths may be longer than a socket
/// address. Returns the descriptor, or a negated errno value.
int clinux_unix_listen(const char *path, int backlog);
int clinux_unix_connect(const char *path);

/// The credentials of the process at the other end of a socket, from the time of the connection (SO_PEERCRED).
typedef struct {
    pid_t pid;
    uid_t uid;
    gid_t gid;
} clinux_credentials;

/// Reads the credentials of the peer. Returns 0, or an errno value.
int clinux_peer(int fd, clinux_credentials *peer);

/// Returns a descriptor that refers to the process at the other end (SO_PEERPIDFD; pidfd_open(2) if `by_number` is true or the
/// kernel does not have the option), or a negated errno value.
int clinux_peer_pidfd(int fd, bool by_number);

/// Makes the kernel report the sender of everything that is received on a socket (SO_PASSCRED). Returns 0, or an errno value.
int clinux_receive_credentials(int fd);

/// Receives into `parts` and stores the sender. `sender->pid` is 0 if the kernel did not report it.
/// Returns the number of bytes, 0 at the end, or a negated errno value. Descriptors that are passed along are closed.
ssize_t clinux_receive(int fd, const struct iovec *parts, int count, bool wait, clinux_credentials *sender);

/// Sends `parts`, without SIGPIPE if the peer has closed. Returns the number of bytes, or a negated errno value.
ssize_t clinux_send(int fd, const struct iovec *parts, int count, bool wait);

/// Accepts the next connection of a listening socket, which must not block. Returns its descriptor, or a negated errno value.
int clinux_accept(int fd);

/// Makes a descriptor that reports when other descriptors can be read (epoll(7)). Returns it, or a negated errno value.
int clinux_poller(void);

/// Makes a poller report `fd` by `id`: at every event, or with `once` a single time until `clinux_poller_rearm`, which with
/// `at_once` reports it immediately. Returns 0, or an errno value.
int clinux_poller_add(int poller, int fd, uint64_t id, bool once);
int clinux_poller_rearm(int poller, int fd, uint64_t id, bool at_once);
int clinux_poller_remove(int poller, int fd);

/// Waits for the next event and returns its id.
uint64_t clinux_poller_next(int poller);

/// Makes a timer for a poller (timerfd_create(2)). It continues to run while the machine is suspended. Returns a descriptor, or a
/// negated errno value.
int clinux_timer(void);

/// Makes a timer expire once, after a number of nanoseconds; 0 stops it.
void clinux_timer_set(int timer, uint64_t nanoseconds);

/// Makes a descriptor that becomes readable when `clinux_event_signal` is called (eventfd(2)). Returns it, or a negated errno value.
int clinux_event(void);
void clinux_event_signal(int event);

/// Makes a descriptor that becomes readable when SIGTERM, SIGINT or SIGHUP arrives (signalfd(2)). These signals are blocked in the
/// calling thread and in threads that it makes later. Returns the descriptor, or a negated errno value.
int clinux_termination_signals(void);

/// Makes a descriptor that becomes readable after a change in a watched directory (inotify(7)). Returns it, or a negated errno
/// value.
int clinux_inotify(void);

/// Watches for removal of names from a directory, and of the directory itself. Watching it twice has no further effect.
void clinux_inotify_watch_removal(int inotify, const char *directory);

/// Drops every capability permanently (capabilities(7)), so that executing a program gains none. Returns 0, or an errno value.
int clinux_drop_capabilities(void);

/// Drops every capability that this process has; executing a program may gain others. Returns 0, or an errno value.
int clinux_drop_held_capabilities(void);

/// Restricts the calling thread, and every thread and process that it makes, to files below some directories: read and write
/// access below `writable`, read access below `readable`, no execution (landlock(7)). Directories that do not exist are left out.
/// Returns 0, or an errno value: ENOSYS or EOPNOTSUPP if the kernel does not support it.
int clinux_restrict_files(const char *const *writable, size_t writable_count, const char *const *readable, size_t readable_count);

/// Reads values that distinguish a directory from another that has the same name later: its inode, and the time of its creation
/// in nanoseconds since 1970, or 0 if the file system does not store it. Returns 0, or an errno value.
int clinux_directory_identity(const char *path, uint64_t *inode, uint64_t *birth);

/// Looks up the user id of an account. Returns 0, or an errno value: ENOENT if there is no account of this name.
int clinux_account(const char *name, uid_t *uid);

/// Looks up name and home directory of the account with a user id. The caller frees both. Returns 0, or an errno value: ENOENT if
/// there is none.
int clinux_account_of(uid_t uid, char **name, char **home);

/// Disables core dumps, and denies other processes of the user access to this process's memory (PR_SET_DUMPABLE). Returns 0, or an
/// errno value.
int clinux_make_undumpable(void);

/// Makes the kernel kill this process when the thread that made it ends, as when the parent process ends (PR_SET_PDEATHSIG),
/// and makes it the leader of a process group of its own. Returns 0, or an errno value: ESRCH if the process whose id is `parent`
/// has already ended.
int clinux_kill_with_parent(pid_t parent);

/// Closes every descriptor from `first` on.
void clinux_close_from(int first);

/// Returns the offset of the first occurrence of some bytes, or -1 (memmem(3), which glibc declares only for C).
long clinux_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count);

// Processes: those that the agent inspects and those that it starts.

/// `O_PATH` and `POSIX_SPAWN_SETSID`, which the headers show to GNU programs only.
extern const int clinux_open_path;
extern const short clinux_spawn_session;

/// Opens a pidfd for a process id, closed on exec, or returns -1 with errno set (pidfd_open(2)).
int clinux_pidfd_open(pid_t pid);

/// posix_spawn_file_actions_addclosefrom_np(3): the new process has no descriptor from `first` on.
int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Sends a signal to the process of a pidfd; 0 sends none and only asks whether the process exists.
/// Returns 0, or an errno value: ESRCH if it is gone, EPERM if it exists but may not be signalled, EBADF if `pidfd` is
/// no pidfd.
int clinux_pidfd_send_signal(int pidfd, int signal);

/// Type number and mount flags (`ST_…`) of the file system that holds an open file; 0, or an errno value.
int clinux_filesystem(int fd, int64_t *type, int64_t *flags);

/// The number that stat(2) has for a device.
uint64_t clinux_device(uint32_t major, uint32_t minor);

/// Sends one packet, with the descriptor `fd` unless that is negative. Never raises SIGPIPE.
/// Returns the number of bytes sent, or -1 with errno set.
ssize_t clinux_send_packet(int socket, const void *bytes, size_t count, int fd);

/// The same without waiting for room: EAGAIN.
ssize_t clinux_send_packet_now(int socket, const void *bytes, size_t count, int fd);

/// Receives one packet and at most one descriptor with it, closed on exec; `*fd` is -1 if there is none. Of a packet with
/// more than one descriptor all are closed.
/// Returns the whole length of the packet, which is more than `count` if it was cut, 0 at the end, or -1 with errno set.
ssize_t clinux_receive_packet(int socket, void *bytes, size_t count, int *fd);

/// fork(2), which Swift does not import. For a process with one thread.
pid_t clinux_fork(void);

/// Makes this process die with its parent, gain no privileges by executing anything, and not dumpable, so that processes
/// of its user can neither read nor trace it. Returns 0, or an errno value.
int clinux_harden(void);

/// Reads the capabilities that a file gives to a process that executes it (the attribute "security.capability", struct vfs_cap_data of
/// <linux/capability.h>). The descriptor may be one of O_PATH. Returns the number of bytes, or -1 with errno set: ENODATA if it gives none.
ssize_t clinux_file_capabilities(int fd, void *bytes, size_t count);

/// Sets them, or removes them if `count` is 0. Returns 0, or an errno value.
int clinux_set_file_capabilities(int fd, const void *bytes, size_t count);

/// The permitted capabilities of this process, a bit for each.
uint64_t clinux_permitted_capabilities(void);

/// Gives up all capabilities of the calling thread. Returns 0, or an errno value.
int clinux_give_up_capabilities(void);

/// Sets whether processes of its user may read and trace this process. Returns 0, or an errno value.
int clinux_set_dumpable(bool dumpable);

/// Whether this program was started with more rights than the process had that executed it (AT_SECURE): the loader has then ignored
/// variables such as LD_PRELOAD.
bool clinux_started_secure(void);

/// Has large blocks of memory (128 KiB or more) returned to the kernel as soon as they are freed, whatever was freed before (mallopt(3)).
void clinux_return_large_memory(void);

/// Overwrites the vector registers that a function may change. Copying leaves parts of what was copied in them, and the loader stores them
/// on the stack when it resolves a function at its first call.
void clinux_clear_vector_registers(void);

/// Calls a function that takes an object, the number of an option and a value of any type, such as libcurl's `curl_easy_setopt`: Swift cannot
/// call functions with variable arguments that are loaded at run time.
int clinux_call_option_pointer(void (*function)(void), void *object, int option, void *value);
int clinux_call_option_long(void (*function)(void), void *object, int option, long value);

// The main queue of libdispatch, for main loops of other libraries. libdispatch exports both functions; no public header has them.

/// A descriptor that can be read from when the main queue has work (eventfd(2)). Call it on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work of the main queue that is due. Call it on the main thread, with a null pointer.
void _dispatch_main_queue_callback_4CF(void *message);

#endif
