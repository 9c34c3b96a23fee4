#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

const int clinux_open_path = O_PATH;
const short clinux_spawn_session = POSIX_SPAWN_SETSID;

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int clinux_pidfd_send_signal(int pidfd, int signal) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) == 0 ? 0 : errno;
}

int clinux_filesystem(int fd, int64_t *type, int64_t *flags) {
    struct statfs buffer;
    int result;
    do {
        result = fstatfs(fd, &buffer);
    } while (result == -1 && errno == EINTR);
    if (result != 0) return errno;
    *type = (int64_t)(uint32_t)buffer.f_type;
    *flags = (int64_t)buffer.f_flags;
    return 0;
}

uint64_t clinux_device(uint32_t major, uint32_t minor) { return makedev(major, minor); }

// Space for two descriptors, to which the alignment rounds up the space for one.
union control {
    char bytes[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr header;
};

static ssize_t send_packet(int socket, const void *bytes, size_t count, int fd, int flags) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union control control;
    if (fd >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &fd, sizeof fd);
    }
    ssize_t result;
    do {
        result = sendmsg(socket, &message, MSG_NOSIGNAL | flags);
    } while (result == -1 && errno == EINTR);
    return result;
}

ssize_t clinux_send_packet(int socket, const void *bytes, size_t count, int fd) {
    return send_packet(socket, bytes, count, fd, 0);
}

ssize_t clinux_send_packet_now(int socket, const void *bytes, size_t count, int fd) {
    return send_packet(socket, bytes, count, fd, MSG_DONTWAIT);
}

static int only_descriptor(struct msghdr *message) {
    int found = -1, total = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t descriptors = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < descriptors; index++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + index * sizeof fd, sizeof fd);
            if (total++ == 0) {
                found = fd;
            } else {
                close(fd);
            }
        }
    }
    if (total > 1) {
        close(found);
        return -1;
    }
    return found;
}

ssize_t clinux_receive_packet(int socket, void *bytes, size_t count, int *fd) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union control control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    ssize_t result;
    do {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_TRUNC);
    } while (result == -1 && errno == EINTR);
    *fd = result >= 0 ? only_descriptor(&message) : -1;
    return result;
}

pid_t clinux_fork(void) { return fork(); }

int clinux_harden(void) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    return 0;
}
