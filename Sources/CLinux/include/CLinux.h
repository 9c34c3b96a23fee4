// What Swift cannot import from Linux' C headers: variadic functions and function-like macros.
#ifndef CHATELAINE_CLINUX_H
#define CHATELAINE_CLINUX_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>

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

/// Whether files that are made in a directory are encrypted by the file system (fscrypt).
bool clinux_has_encryption_policy(const char *path);

/// Turns terminal echo of `fd` on or off; 0, or an errno value (ENOTTY where `fd` is no terminal).
int clinux_set_echo(int fd, bool on);

/// A stream socket that listens at `path` (mode 0600), or that is connected to it. Paths may be longer than a socket's address.
/// Returns the descriptor, or an errno value with its sign changed.
int clinux_unix_listen(const char *path, int backlog);
int clinux_unix_connect(const char *path);

/// Who is at the other end of a connected socket, as it was when the connection was made (SO_PEERCRED).
typedef struct {
    pid_t pid;
    uid_t uid;
    gid_t gid;
} clinux_credentials;

/// 0, or an errno value.
int clinux_peer(int fd, clinux_credentials *peer);

/// A descriptor that refers to the process at the other end (SO_PEERPIDFD; pidfd_open(2) `by_number` where the kernel has no such
/// option, or where that is asked for), or an errno value with its sign changed.
int clinux_peer_pidfd(int fd, bool by_number);

/// Whether the process that a descriptor refers to has ended.
bool clinux_pidfd_has_ended(int pidfd);

/// Has the kernel name the sender of whatever is received on a socket (SO_PASSCRED). 0, or an errno value.
int clinux_pass_credentials(int fd);

/// Receives into `parts` and tells who sent it. `sender->pid` is 0 if the kernel did not say.
/// Returns the number of bytes, 0 at the end, or an errno value with its sign changed. Descriptors that come along are closed.
ssize_t clinux_receive(int fd, const struct iovec *parts, int count, bool wait, clinux_credentials *sender);

/// Sends `parts` without a signal where nobody reads. Returns the number of bytes, or an errno value with its sign changed.
ssize_t clinux_send(int fd, const struct iovec *parts, int count, bool wait);

/// The next connection of a listening socket, which must not block, or an errno value with its sign changed.
int clinux_accept(int fd);

/// A descriptor that tells when others have something to read (epoll(7)), or an errno value with its sign changed.
int clinux_poller(void);

/// Has a poller tell of `fd` by `id`: at every time, or `once` and then only after `clinux_poller_rearm`, which tells of it
/// `at_once` if it is asked to. 0, or an errno value.
int clinux_poller_add(int poller, int fd, uint64_t id, bool once);
int clinux_poller_rearm(int poller, int fd, uint64_t id, bool at_once);
int clinux_poller_remove(int poller, int fd);

/// Waits for the next event and returns its id.
uint64_t clinux_poller_next(int poller);

/// A timer that a poller can tell of (timerfd_create(2)); it goes on while the machine sleeps. Or an errno value with its sign
/// changed.
int clinux_timer(void);

/// Lets a timer run out once, so many nanoseconds from now; 0 stops it.
void clinux_timer_set(int timer, uint64_t nanoseconds);

/// A descriptor that can be read from once `clinux_event_signal` was called (eventfd(2)), or an errno value with its sign changed.
int clinux_event(void);
void clinux_event_signal(int event);

/// A descriptor that a poller tells of when SIGTERM, SIGINT or SIGHUP comes, which from now on end no thread that is made later
/// (signalfd(2)). Or an errno value with its sign changed.
int clinux_termination_signals(void);

/// A descriptor that can be read from when something happened in a watched directory (inotify(7)), or an errno value with its
/// sign changed.
int clinux_inotify(void);

/// Watches for names that go from a directory, or the directory itself that goes. Watching it twice is watching it once.
void clinux_inotify_watch_removal(int inotify, const char *directory);

/// Gives up every capability for good (capabilities(7)), and gains none by executing anything. 0, or an errno value.
int clinux_drop_capabilities(void);

/// Gives up every capability that this process has; what it executes may gain others. 0, or an errno value.
int clinux_drop_held_capabilities(void);

/// Lets the calling thread, and every thread and process that it makes, use files below directories only: those of `writable` to
/// read and write, those of `readable` to read, and execute none (landlock(7)). Directories that are not there are left out.
/// 0, or an errno value: ENOSYS or EOPNOTSUPP where the kernel cannot.
int clinux_restrict_files(const char *const *writable, size_t writable_count, const char *const *readable, size_t readable_count);

/// What tells a directory from another that is under the same name later: its inode, and the nanoseconds since 1970 at which it was
/// made, or 0 where the file system does not know. 0, or an errno value.
int clinux_directory_identity(const char *path, uint64_t *inode, uint64_t *birth);

/// The user id of an account; 0, or an errno value: ENOENT if there is none of this name.
int clinux_account(const char *name, uid_t *uid);

/// Name and home directory of the account with a user id, to be freed; 0, or an errno value: ENOENT if there is none.
int clinux_account_of(uid_t uid, char **name, char **home);

/// No core dumps, and no look into this process by others of its user (PR_SET_DUMPABLE). 0, or an errno value.
int clinux_make_undumpable(void);

/// Has this process killed when the thread that made it ends, as with the process whose id is `parent` (PR_SET_PDEATHSIG), and puts
/// it at the head of a process group of its own. 0, or an errno value: ESRCH if that process is gone already.
int clinux_die_with_parent(pid_t parent);

/// Closes every descriptor from `first` on.
void clinux_close_from(int first);

/// Where the first occurrence of some bytes begins, or -1 (memmem(3), which glibc shows to C alone).
long clinux_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count);

// Processes: those that the agent inspects and those that it starts.

/// `O_PATH` and `POSIX_SPAWN_SETSID`, which the headers show to GNU programs only.
extern const int clinux_open_path;
extern const short clinux_spawn_session;

/// A descriptor of the process with this number, closed on exec, or -1 with errno set (pidfd_open(2)).
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

// The main queue of libdispatch, for main loops of other libraries. libdispatch exports both functions; no public header has them.

/// A descriptor that can be read from when the main queue has work (eventfd(2)). Call it on the main thread.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work of the main queue that is due. Call it on the main thread, with a null pointer.
void _dispatch_main_queue_callback_4CF(void *message);

#endif
