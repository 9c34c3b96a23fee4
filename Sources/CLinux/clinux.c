#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/statfs.h>
#include <termios.h>

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

int clinux_set_echo(int fd, bool on) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return errno;
    if (on) settings.c_lflag |= ECHO; else settings.c_lflag &= ~(tcflag_t)ECHO;
    return tcsetattr(fd, TCSAFLUSH, &settings) == 0 ? 0 : errno;
}
