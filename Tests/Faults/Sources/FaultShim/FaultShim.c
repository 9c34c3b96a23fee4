// Makes system calls on the files below one directory fail, for a process that this library is preloaded into.
//
// FAULT_DIRECTORY  only files below this absolute path count
// FAULT_AT         which call fails, from 1; 0 for none
// FAULT_KIND       ENOSPC, EIO, EINTR, SHORT (half of a write is done), READ (EIO from a read), or KILL (the process is killed before
//                  a call that changes something); of libsodium's calls, wherever: MEMORY (mmap finds no memory), RANDOM (getrandom
//                  fails)
// FAULT_LASTS      1: every later call fails as well
// FAULT_COUNT      a file that gets the number of calls that could have failed when the process exits
// FAULT_TRACE      a file that gets a line for each pwrite, fsync, fdatasync, and lock of an open file description (lock, unlock): the
//                  call, the last part of the path, and where it writes
//
// Only calls that can give an error of the kind are counted: a read never finds the disk full.
#define _GNU_SOURCE
#include "FaultShim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { OPEN, CREATE, WRITE, READ, SYNC, RENAME, REMOVE, TRUNCATE, MAKE_DIRECTORY, SET_MODE, MAP, RANDOM_BYTES };
enum kind { NONE, NO_SPACE, IO, INTERRUPTED, SHORT, READ_ERROR, KILLED, NO_MEMORY, NO_RANDOMNESS };

static const char *directory;
static size_t directory_length;
static unsigned long fail_at;
static enum kind kind;
static bool lasts;
static atomic_ulong calls;
static int trace = -1;

unsigned long fault_shim_calls(void) { return atomic_load(&calls); }

__attribute__((constructor)) static void start(void) {
    const char *traced = getenv("FAULT_TRACE");
    if (traced != NULL) trace = syscall(SYS_openat, AT_FDCWD, traced, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const char *name = getenv("FAULT_KIND");
    const char *at = getenv("FAULT_AT");
    const char *last = getenv("FAULT_LASTS");
    directory = getenv("FAULT_DIRECTORY");
    if (directory == NULL) return;
    directory_length = strlen(directory);
    if (name == NULL) return;
    fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
    lasts = last != NULL && *last == '1';
    if (strcmp(name, "ENOSPC") == 0) kind = NO_SPACE;
    if (strcmp(name, "EIO") == 0) kind = IO;
    if (strcmp(name, "EINTR") == 0) kind = INTERRUPTED;
    if (strcmp(name, "SHORT") == 0) kind = SHORT;
    if (strcmp(name, "READ") == 0) kind = READ_ERROR;
    if (strcmp(name, "KILL") == 0) kind = KILLED;
    if (strcmp(name, "MEMORY") == 0) kind = NO_MEMORY;
    if (strcmp(name, "RANDOM") == 0) kind = NO_RANDOMNESS;
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("FAULT_COUNT");
    if (path == NULL) return;
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fprintf(file, "%lu\n", atomic_load(&calls));
    fclose(file);
}

static bool is_ours(const char *path) {
    return directory_length > 0 && path != NULL && strncmp(path, directory, directory_length) == 0;
}

// Puts the path of an open file into `path`; false if it is not ours.
static bool find_path(int fd, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long count = syscall(SYS_readlink, link, path, size - 1);
    if (count <= 0) return false;
    path[count] = 0;
    return is_ours(path);
}

static bool is_ours_fd(int fd) {
    char path[4096];
    return find_path(fd, path, sizeof path);
}

// Adds a line to the trace, in one piece.
static void note(const char *call, int fd, long long offset) {
    char path[4096], line[4200];
    int before = errno;
    if (trace >= 0 && find_path(fd, path, sizeof path)) {
        const char *name = strrchr(path, '/');
        int count = snprintf(line, sizeof line, "%s %s %lld\n", call, name != NULL ? name + 1 : path, offset);
        syscall(SYS_write, trace, line, (size_t)count);
    }
    errno = before;
}

static bool concerns(enum call call) {
    switch (kind) {
    case NO_SPACE: return call == CREATE || call == WRITE || call == SYNC || call == RENAME || call == TRUNCATE || call == MAKE_DIRECTORY;
    case IO: return call != READ && call != REMOVE && call != MAP && call != RANDOM_BYTES;
    case INTERRUPTED: return call == OPEN || call == CREATE || call == WRITE || call == SYNC || call == TRUNCATE;
    case SHORT: return call == WRITE;
    case READ_ERROR: return call == READ;
    case KILLED: return call != READ && call != OPEN && call != MAP && call != RANDOM_BYTES;
    case NO_MEMORY: return call == MAP;
    case NO_RANDOMNESS: return call == RANDOM_BYTES;
    case NONE: break;
    }
    return false;
}

// Whether this call is to fail, with errno set.
static bool fails(enum call call) {
    if (!concerns(call)) return false;
    unsigned long number = atomic_fetch_add(&calls, 1) + 1;
    if (fail_at == 0 || (lasts ? number < fail_at : number != fail_at)) return false;
    switch (kind) {
    case KILLED: kill(getpid(), SIGKILL); break;
    case NO_SPACE: errno = ENOSPC; break;
    case INTERRUPTED: errno = EINTR; break;
    case NO_MEMORY: errno = ENOMEM; break;
    default: errno = EIO; break;
    }
    return true;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static bool open_fails(const char *path, int flags) {
    return is_ours(path) && fails(flags & O_CREAT ? CREATE : OPEN);
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

#define DEFINE_OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        if (open_fails(path, flags)) return -1; \
        return real(path, flags, mode); \
    }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name) \
    int name(int at, const char *path, int flags, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        if (open_fails(path, flags)) return -1; \
        return real(at, path, flags, mode); \
    }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

// Half of a write that is to be cut short, at least one byte.
static size_t shortened(size_t count) { return count > 1 ? count / 2 : count; }

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(write);
    if (kind != NONE && is_ours_fd(fd) && fails(WRITE)) {
        if (kind != SHORT) return -1;
        return real(fd, bytes, shortened(count));
    }
    return real(fd, bytes, count);
}

#define DEFINE_PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *bytes, size_t count, offset_type offset) { \
        REAL(name); \
        if (kind != NONE && is_ours_fd(fd) && fails(WRITE)) { \
            if (kind != SHORT) return -1; \
            return real(fd, bytes, shortened(count), offset); \
        } \
        note("pwrite", fd, offset); \
        return real(fd, bytes, count, offset); \
    }
DEFINE_PWRITE(pwrite, off_t)
DEFINE_PWRITE(pwrite64, off64_t)

#define DEFINE_VECTOR(name, offset_type) \
    ssize_t name(int fd, const struct iovec *parts, int count, offset_type offset) { \
        REAL(name); \
        if (kind != NONE && is_ours_fd(fd) && fails(WRITE)) { \
            if (kind != SHORT) return -1; \
            return real(fd, parts, count > 1 ? count / 2 : count, offset); \
        } \
        return real(fd, parts, count, offset); \
    }
DEFINE_VECTOR(pwritev, off_t)
DEFINE_VECTOR(pwritev64, off64_t)

ssize_t read(int fd, void *bytes, size_t count) {
    REAL(read);
    if (kind != NONE && is_ours_fd(fd) && fails(READ)) return -1;
    return real(fd, bytes, count);
}

#define DEFINE_PREAD(name, offset_type) \
    ssize_t name(int fd, void *bytes, size_t count, offset_type offset) { \
        REAL(name); \
        if (kind != NONE && is_ours_fd(fd) && fails(READ)) return -1; \
        return real(fd, bytes, count, offset); \
    }
DEFINE_PREAD(pread, off_t)
DEFINE_PREAD(pread64, off64_t)

#define DEFINE_ON_FD(name, call, parameters, ...) \
    int name parameters { \
        REAL(name); \
        if (kind != NONE && is_ours_fd(fd) && fails(call)) return -1; \
        if (call == SYNC) note("sync", fd, 0); \
        return real(__VA_ARGS__); \
    }
DEFINE_ON_FD(fsync, SYNC, (int fd), fd)
DEFINE_ON_FD(fdatasync, SYNC, (int fd), fd)
DEFINE_ON_FD(ftruncate, TRUNCATE, (int fd, off_t size), fd, size)
DEFINE_ON_FD(ftruncate64, TRUNCATE, (int fd, off64_t size), fd, size)
DEFINE_ON_FD(fallocate, TRUNCATE, (int fd, int mode, off_t start, off_t size), fd, mode, start, size)
DEFINE_ON_FD(fchmod, SET_MODE, (int fd, mode_t mode), fd, mode)

static void note_lock(int fd, int command, void *argument) {
    if (command != F_OFD_SETLK && command != F_OFD_SETLKW) return;
    note(((struct flock *)argument)->l_type == F_UNLCK ? "unlock" : "lock", fd, 0);
}

// An argument that is a number is passed on as well: it is in the same place as a pointer would be.
#define DEFINE_FCNTL(name) \
    int name(int fd, int command, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, command); \
        void *argument = va_arg(arguments, void *); \
        va_end(arguments); \
        note_lock(fd, command, argument); \
        return real(fd, command, argument); \
    }
DEFINE_FCNTL(fcntl)
DEFINE_FCNTL(fcntl64)

int rename(const char *old, const char *new) {
    REAL(rename);
    if (is_ours(new) && fails(RENAME)) return -1;
    return real(old, new);
}

int renameat(int old_at, const char *old, int new_at, const char *new) {
    REAL(renameat);
    if (is_ours(new) && fails(RENAME)) return -1;
    return real(old_at, old, new_at, new);
}

int unlink(const char *path) {
    REAL(unlink);
    if (is_ours(path) && fails(REMOVE)) return -1;
    return real(path);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (is_ours(path) && fails(MAKE_DIRECTORY)) return -1;
    return real(path, mode);
}

int chmod(const char *path, mode_t mode) {
    REAL(chmod);
    if (is_ours(path) && fails(SET_MODE)) return -1;
    return real(path, mode);
}

// Whether the code that has called is libsodium's. The rest of a process cannot go on without memory.
static bool is_sodium(const void *caller) {
    Dl_info info;
    return dladdr(caller, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "libsodium") != NULL;
}

void *mmap(void *start, size_t size, int protection, int flags, int fd, off_t offset) {
    REAL(mmap);
    if (kind == NO_MEMORY && is_sodium(__builtin_return_address(0)) && fails(MAP)) return MAP_FAILED;
    return real(start, size, protection, flags, fd, offset);
}

ssize_t getrandom(void *bytes, size_t count, unsigned int flags) {
    REAL(getrandom);
    if (kind == NO_RANDOMNESS && is_sodium(__builtin_return_address(0)) && fails(RANDOM_BYTES)) return -1;
    return real(bytes, count, flags);
}
