#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/statfs.h>
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

// The kernel's call to wait for the lock cannot be given a time, so a thread waits. It runs nothing but the C below: a
// thread of Foundation's begins with code that runs once in a process, and where a fork copied a process in the middle of
// that, the child's threads would wait for its end for ever.
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
        // Not by closing alone: a process that was forked in the meantime has the same open file.
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

// The program's signals are for its own threads.
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

int clinux_set_echo(int fd, bool on) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return errno;
    if (on) settings.c_lflag |= ECHO; else settings.c_lflag &= ~(tcflag_t)ECHO;
    return tcsetattr(fd, TCSAFLUSH, &settings) == 0 ? 0 : errno;
}
