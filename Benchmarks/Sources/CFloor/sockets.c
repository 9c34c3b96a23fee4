#define _GNU_SOURCE
#include "Sockets.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { most_bytes = 64 << 10 };

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int read_all(int descriptor, int count) {
    static _Thread_local char bytes[most_bytes];
    for (int done = 0; done < count;) {
        ssize_t got = read(descriptor, bytes + done, (size_t)(count - done));
        if (got <= 0) return -1;
        done += (int)got;
    }
    return 0;
}

static int write_all(int descriptor, int count) {
    static const char bytes[most_bytes];
    return write(descriptor, bytes, (size_t)count) == count ? 0 : -1;
}

void echo_serve(int descriptor, int request, int reply) {
    if (request > most_bytes || reply > most_bytes) return;
    while (read_all(descriptor, request) == 0 && write_all(descriptor, reply) == 0) {}
}

int64_t echo_once(int descriptor, int request, int reply) {
    if (request > most_bytes || reply > most_bytes) return -1;
    int64_t start = now();
    if (write_all(descriptor, request) || read_all(descriptor, reply)) return -1;
    return now() - start;
}

int echo_pair(int *mine, int *others) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return -1;
    *mine = ends[0];
    *others = ends[1];
    return 0;
}

// The relay

typedef struct {
    int listener;
    struct sockaddr_un target;
} relay;

static _Atomic int request_size, reply_size;

int relay_request_size(void) { return request_size; }
int relay_reply_size(void) { return reply_size; }

static ssize_t pass_on(int from, int to) {
    static char bytes[most_bytes];
    ssize_t count = read(from, bytes, sizeof bytes);
    return count > 0 && write(to, bytes, (size_t)count) == count ? count : -1;
}

static void *run_relay(void *argument) {
    relay *it = argument;
    int asking = accept(it->listener, NULL, NULL), answering = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ssize_t count = connect(answering, (struct sockaddr *)&it->target, sizeof it->target);
    while (count >= 0) {
        struct pollfd ends[2] = {{asking, POLLIN, 0}, {answering, POLLIN, 0}};
        if (poll(ends, 2, -1) < 0) break;
        // Only one side sends at a time, and a frame this small arrives in one piece.
        if (ends[0].revents && (count = pass_on(asking, answering)) > 0) request_size = (int)count;
        if (count >= 0 && ends[1].revents && (count = pass_on(answering, asking)) > 0) reply_size = (int)count;
    }
    close(asking);
    close(answering);
    close(it->listener);
    free(it);
    return NULL;
}

int relay_start(const char *path, const char *target) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path || strlen(target) >= sizeof address.sun_path) return -1;
    relay *it = calloc(1, sizeof *it);
    if (!it) return -1;
    it->target = address;
    strcpy(it->target.sun_path, target);
    strcpy(address.sun_path, path);
    it->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pthread_t thread;
    if (bind(it->listener, (struct sockaddr *)&address, sizeof address) || listen(it->listener, 1) ||
        pthread_create(&thread, NULL, run_relay, it)) {
        close(it->listener);
        free(it);
        return -1;
    }
    pthread_detach(thread);
    return 0;
}

// Placement

int placement_cores(int *cores, int capacity) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 0;
    int count = 0;
    for (int core = 0; core < CPU_SETSIZE && count < capacity; core++)
        if (CPU_ISSET(core, &set)) cores[count++] = core;
    return count;
}

int placement_set(pid_t thread, const int *cores, int count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < count; i++) CPU_SET(cores[i], &set);
    return sched_setaffinity(thread, sizeof set, &set);
}
