#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/fscrypt.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <poll.h>
#include <pwd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int ofd(int fd, short type, bool wait) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1, .l_pid = 0};
    int result;
    do {
        result = fcntl(fd, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
    } while (result == -1 && errno == EINTR);
    if (result == 0) return 0;
    return errno == EACCES ? EAGAIN : errno;
}

int clinux_ofd_lock(int fd, bool wait) { return ofd(fd, F_WRLCK, wait); }
int clinux_ofd_unlock(int fd) { return ofd(fd, F_UNLCK, false); }

// The kernel has no call that waits for the lock with a timeout, so a thread waits. It runs nothing but the C code below: a
// thread of Foundation begins with code that runs once per process, and if fork() copied a process in the middle of that code, the
// child's threads would wait for it forever.
struct waiter {
    pthread_mutex_t mutex;
    pthread_cond_t finished;
    int fd, result;
    bool done, abandoned;
};

static void free_waiter(struct waiter *waiter) {
    pthread_cond_destroy(&waiter->finished);
    pthread_mutex_destroy(&waiter->mutex);
    free(waiter);
}

static void *wait_for_lock(void *argument) {
    struct waiter *waiter = argument;
    int result = ofd(waiter->fd, F_WRLCK, true);
    pthread_mutex_lock(&waiter->mutex);
    waiter->result = result;
    waiter->done = true;
    bool abandoned = waiter->abandoned;
    pthread_cond_signal(&waiter->finished);
    pthread_mutex_unlock(&waiter->mutex);
    if (abandoned) {
        // Closing alone is not enough: a process that was forked in the meantime has the same open file.
        if (result == 0) ofd(waiter->fd, F_UNLCK, false);
        close(waiter->fd);
        free_waiter(waiter);
    }
    return NULL;
}

static struct waiter *make_waiter(int fd) {
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (waiter == NULL) return NULL;
    waiter->fd = fd;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&waiter->finished, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&waiter->mutex, NULL);
    return waiter;
}

// All signals are blocked in the thread, because the program handles them on its own threads.
static int start_thread(struct waiter *waiter) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int result = pthread_create(&thread, &detached, wait_for_lock, waiter);
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

int clinux_ofd_lock_within(int fd, int64_t milliseconds) {
    struct waiter *waiter = make_waiter(fd);
    if (waiter == NULL) return ENOMEM;
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += milliseconds / 1000;
    deadline.tv_nsec += milliseconds % 1000 * 1000000;
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_sec += 1;
        deadline.tv_nsec -= 1000000000;
    }
    int result = start_thread(waiter);
    if (result != 0) {
        free_waiter(waiter);
        return result;
    }
    pthread_mutex_lock(&waiter->mutex);
    while (!waiter->done && result == 0) result = pthread_cond_timedwait(&waiter->finished, &waiter->mutex, &deadline);
    bool done = waiter->done;
    waiter->abandoned = !done;
    pthread_mutex_unlock(&waiter->mutex);
    if (!done) return ETIMEDOUT;
    result = waiter->result;
    free_waiter(waiter);
    return result;
}

int64_t clinux_filesystem_type(const char *path) {
    struct statfs buffer;
    int result;
    do {
        result = statfs(path, &buffer);
    } while (result == -1 && errno == EINTR);
    return result == 0 ? (int64_t)(uint32_t)buffer.f_type : -1;
}

int clinux_at_fork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    return pthread_atfork(prepare, parent, child);
}

int clinux_rename_new(const char *from, const char *to) {
    int result;
    do {
        result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
    } while (result == -1 && errno == EINTR);
    if (result == 0) return 0;
    // Some file systems do not have it. A link replaces nothing either.
    if (errno != EINVAL && errno != ENOSYS) return errno;
    if (link(from, to) != 0) return errno;
    return unlink(from) == 0 ? 0 : errno;
}

int clinux_set_echo(int fd, bool on) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return errno;
    if (on) settings.c_lflag |= ECHO; else settings.c_lflag &= ~(tcflag_t)ECHO;
    return tcsetattr(fd, TCSAFLUSH, &settings) == 0 ? 0 : errno;
}

// Sockets

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

// A path that is too long for a socket address is reached through a descriptor of its directory (proc(5)).
static int address(const char *path, struct sockaddr_un *address, int *directory) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    *directory = -1;
    if (strlen(path) < sizeof address->sun_path) {
        strcpy(address->sun_path, path);
        return 0;
    }
    const char *slash = strrchr(path, '/');
    if (slash == NULL) return ENAMETOOLONG;
    char *parent = strndup(path, (size_t)(slash - path));
    if (parent == NULL) return ENOMEM;
    *directory = open(parent[0] ? parent : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int error = errno;
    free(parent);
    if (*directory < 0) return error;
    int length = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", *directory, slash + 1);
    return length > 0 && (size_t)length < sizeof address->sun_path ? 0 : ENAMETOOLONG;
}

static int unix_socket(const char *path, int backlog, bool listening) {
    struct sockaddr_un name;
    int directory;
    int error = address(path, &name, &directory);
    int fd = error == 0 ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (error == 0 && fd < 0) error = errno;
    if (error == 0) {
        int result;
        if (listening) {
            // The mode applies from the moment that the name exists.
            result = fchmod(fd, 0600) == 0 ? bind(fd, (struct sockaddr *)&name, sizeof name) : -1;
            if (result == 0 && chmod(path, 0600) != 0) result = -1;
            if (result == 0) result = listen(fd, backlog);
        } else {
            do {
                result = connect(fd, (struct sockaddr *)&name, sizeof name);
            } while (result != 0 && errno == EINTR);
        }
        if (result != 0) error = errno;
    }
    if (directory >= 0) close(directory);
    if (error == 0) return fd;
    if (fd >= 0) close(fd);
    return -error;
}

int clinux_unix_listen(const char *path, int backlog) { return unix_socket(path, backlog, true); }
int clinux_unix_connect(const char *path) { return unix_socket(path, 0, false); }

int clinux_peer(int fd, clinux_credentials *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return errno;
    *peer = (clinux_credentials){credentials.pid, credentials.uid, credentials.gid};
    return 0;
}

int clinux_peer_pidfd(int fd, bool by_number) {
    int pidfd;
    socklen_t length = sizeof pidfd;
    if (!by_number) {
        if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) == 0) return pidfd;
        if (errno != ENOPROTOOPT) return -errno;
    }
    clinux_credentials peer;
    int error = clinux_peer(fd, &peer);
    if (error != 0) return -error;
    pidfd = (int)syscall(SYS_pidfd_open, peer.pid, 0);
    if (pidfd < 0) return -errno;
    return pidfd;
}

int clinux_receive_credentials(int fd) {
    int on = 1;
    return setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0 ? 0 : errno;
}

static void take_ancillary(struct msghdr *message, clinux_credentials *sender) {
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SCM_CREDENTIALS && part->cmsg_len >= CMSG_LEN(sizeof(struct ucred))) {
            struct ucred credentials;
            memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
            *sender = (clinux_credentials){credentials.pid, credentials.uid, credentials.gid};
        } else if (part->cmsg_type == SCM_RIGHTS) {
            size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (size_t i = 0; i < count; i++) {
                int fd;
                memcpy(&fd, CMSG_DATA(part) + i * sizeof fd, sizeof fd);
                close(fd);
            }
        }
    }
}

ssize_t clinux_receive(int fd, const struct iovec *parts, int count, bool wait, clinux_credentials *sender) {
    // Space for the credentials alone: the kernel drops descriptors that a sender passes along.
    union {
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {
        .msg_iov = (struct iovec *)parts,
        .msg_iovlen = (size_t)count,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    *sender = (clinux_credentials){0, (uid_t)-1, (gid_t)-1};
    ssize_t received;
    do {
        received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    } while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    take_ancillary(&message, sender);
    return received;
}

ssize_t clinux_send(int fd, const struct iovec *parts, int count, bool wait) {
    struct msghdr message = {.msg_iov = (struct iovec *)parts, .msg_iovlen = (size_t)count};
    ssize_t sent;
    do {
        sent = sendmsg(fd, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

int clinux_accept(int fd) {
    int accepted;
    do {
        accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    } while (accepted < 0 && errno == EINTR);
    return accepted < 0 ? -errno : accepted;
}

// Events

int clinux_poller(void) {
    int poller = epoll_create1(EPOLL_CLOEXEC);
    return poller < 0 ? -errno : poller;
}

static int control(int poller, int operation, int fd, uint64_t id, uint32_t more) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | more, .data.u64 = id};
    return epoll_ctl(poller, operation, fd, &event) == 0 ? 0 : errno;
}

int clinux_poller_add(int poller, int fd, uint64_t id, bool once) {
    return control(poller, EPOLL_CTL_ADD, fd, id, once ? EPOLLONESHOT : 0);
}

int clinux_poller_rearm(int poller, int fd, uint64_t id, bool at_once) {
    // A socket can nearly always be written; if not, the reader on the other end will make space.
    return control(poller, EPOLL_CTL_MOD, fd, id, EPOLLONESHOT | (at_once ? EPOLLOUT : 0));
}

int clinux_poller_remove(int poller, int fd) { return control(poller, EPOLL_CTL_DEL, fd, 0, 0); }

uint64_t clinux_poller_next(int poller) {
    struct epoll_event event;
    while (epoll_wait(poller, &event, 1, -1) != 1) {
    }
    return event.data.u64;
}

int clinux_timer(void) {
    int timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    return timer < 0 ? -errno : timer;
}

void clinux_timer_set(int timer, uint64_t nanoseconds) {
    struct itimerspec time = {
        .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)}};
    timerfd_settime(timer, 0, &time, NULL);
}

int clinux_event(void) {
    int event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return event < 0 ? -errno : event;
}

void clinux_event_signal(int event) {
    uint64_t one = 1;
    ssize_t written = write(event, &one, sizeof one);
    (void)written;
}

int clinux_termination_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    int error = pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (error != 0) return -error;
    int fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int clinux_inotify(void) {
    int inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return inotify < 0 ? -errno : inotify;
}

void clinux_inotify_watch_removal(int inotify, const char *directory) {
    inotify_add_watch(inotify, directory, IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVE_SELF | IN_ONLYDIR);
}

int clinux_make_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

int clinux_kill_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || setpgid(0, 0) != 0) return errno;
    // The parent may have ended before the call above.
    return getppid() == parent ? 0 : ESRCH;
}

int clinux_memory_file(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file >= 0 && fchmod(file, 0600) != 0) {
        int error = errno;
        close(file);
        errno = error;
        return -1;
    }
    return file;
}

void clinux_close_from(int first) { closefrom(first); }

int clinux_drop_capabilities(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return clinux_drop_held_capabilities();
}

int clinux_drop_held_capabilities(void) {
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL) return errno;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

int clinux_directory_identity(const char *path, uint64_t *inode, uint64_t *birth) {
    struct statx found;
    if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC, STATX_INO | STATX_BTIME | STATX_TYPE, &found) != 0) return errno;
    if (!S_ISDIR(found.stx_mode)) return ENOTDIR;
    *inode = found.stx_ino;
    bool known = (found.stx_mask & STATX_BTIME) != 0 && found.stx_btime.tv_sec > 0;
    *birth = known ? (uint64_t)found.stx_btime.tv_sec * 1000000000u + found.stx_btime.tv_nsec : 0;
    return 0;
}

// The maximum size of an account's entry; a larger one is treated as an error.
enum { most_of_account = 1 << 16 };

int clinux_account(const char *name, uid_t *uid) {
    char *space = malloc(most_of_account);
    if (space == NULL) return ENOMEM;
    struct passwd entry, *found = NULL;
    int error = getpwnam_r(name, &entry, space, most_of_account, &found);
    if (found != NULL) *uid = entry.pw_uid;
    free(space);
    return found != NULL ? 0 : error != 0 ? error : ENOENT;
}

int clinux_account_of(uid_t uid, char **name, char **home) {
    char *space = malloc(most_of_account);
    if (space == NULL) return ENOMEM;
    struct passwd entry, *found = NULL;
    int error = getpwuid_r(uid, &entry, space, most_of_account, &found);
    if (found != NULL) {
        *name = strdup(entry.pw_name);
        *home = strdup(entry.pw_dir);
        if (*name == NULL || *home == NULL) {
            free(*name);
            free(*home);
            found = NULL;
            error = ENOMEM;
        }
    }
    free(space);
    return found != NULL ? 0 : error != 0 ? error : ENOENT;
}

bool clinux_has_encryption_policy(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    struct fscrypt_get_policy_ex_arg policy = {.policy_size = sizeof policy.policy};
    bool encrypted = ioctl(fd, FS_IOC_GET_ENCRYPTION_POLICY_EX, &policy) == 0;
    close(fd);
    return encrypted;
}

// Rights that are newer than the kernel headers of the oldest system on which this is built: numbers from linux/landlock.h.
enum { access_refer = 1 << 13, access_truncate = 1 << 14, access_ioctl_device = 1 << 15 };

static int allow(int ruleset, const char *path, uint64_t access) {
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
    struct stat status;
    if (fstat(rule.parent_fd, &status) == 0 && S_ISCHR(status.st_mode)) {
        rule.allowed_access &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
    } else if (!S_ISDIR(status.st_mode)) {
        close(rule.parent_fd);
        return 0;
    }
    int error = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
    close(rule.parent_fd);
    return error;
}

int clinux_restrict_files(const char *const *writable, size_t writable_count, const char *const *readable, size_t readable_count) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    // All rights of the first version, and those of later versions that this kernel supports.
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) all |= access_refer;
    if (version >= 3) all |= access_truncate;
    if (version >= 5) all |= access_ioctl_device;
    uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    uint64_t writing = all & ~(uint64_t)(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK);
    struct landlock_ruleset_attr attributes = {.handled_access_fs = all};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
    if (ruleset < 0) return errno;
    int error = 0;
    for (size_t i = 0; i < writable_count && error == 0; i++) error = allow(ruleset, writable[i], writing);
    for (size_t i = 0; i < readable_count && error == 0; i++) error = allow(ruleset, readable[i], reading);
    if (error == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
    if (error == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = errno;
    close(ruleset);
    return error;
}

long clinux_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count) {
    const char *found = memmem(bytes, count, pattern, pattern_count);
    return found ? found - (const char *)bytes : -1;
}

void clinux_return_large_memory(void) {
    // Set once, they are not adjusted to the largest block that was freed, up to which the C library would keep memory for each thread.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
}

int clinux_call_option_pointer(void (*function)(void), void *object, int option, void *value) {
    return ((int (*)(void *, int, ...))function)(object, option, value);
}

int clinux_call_option_long(void (*function)(void), void *object, int option, long value) {
    return ((int (*)(void *, int, ...))function)(object, option, value);
}
