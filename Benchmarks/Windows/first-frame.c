// Starts a program, prints the nanoseconds until it has drawn into a visible window of its own, and ends the program.
// usage: first-frame PROGRAM [ARGUMENT...]
#include <X11/Xlib.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Windows may appear and disappear meanwhile.
static int ignore(Display *display, XErrorEvent *error) { return 0; }

int main(int count, char **words) {
    if (count < 2) return 2;
    Display *display = XOpenDisplay(NULL);
    int damage_event, damage_error;
    if (!display || !XDamageQueryExtension(display, &damage_event, &damage_error)) return 2;
    XSetErrorHandler(ignore);
    XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
    XSync(display, False);
    long long start = now();
    pid_t child = fork();
    if (child == 0) {
        close(ConnectionNumber(display));
        execv(words[1], words + 1);
        _exit(127);
    }
    int running = (int)syscall(SYS_pidfd_open, child, 0);
    if (running < 0) return 2;
    long long end = start + 30000000000LL, drawn = 0;
    while (!drawn && now() < end) {
        while (!drawn && XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type == CreateNotify && !event.xcreatewindow.override_redirect) {
                XDamageCreate(display, event.xcreatewindow.window, XDamageReportRawRectangles);
            } else if (event.type == damage_event + XDamageNotify) {
                // Helper windows have a size of one pixel.
                XDamageNotifyEvent *damage = (XDamageNotifyEvent *)&event;
                XWindowAttributes window;
                if (damage->geometry.width > 100 && XGetWindowAttributes(display, damage->drawable, &window)
                    && window.map_state == IsViewable) drawn = now();
            }
        }
        struct pollfd awaited[] = {
            {.fd = ConnectionNumber(display), .events = POLLIN}, {.fd = running, .events = POLLIN}};
        long long left = end - now();
        if (!drawn && left > 0) poll(awaited, 2, (int)(left / 1000000));
        if (waitpid(child, NULL, WNOHANG) == child) return 1;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (!drawn) return 1;
    printf("%lld\n", drawn - start);
    return 0;
}
