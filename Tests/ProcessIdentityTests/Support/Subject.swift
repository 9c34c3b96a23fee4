/// A program that gets itself into the state that its first argument names, says so on its output, and waits for the end
/// of its input.
enum Subject {
    static let source = #"""
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <pthread.h>
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/fsuid.h>
        #include <sys/mount.h>
        #include <sys/prctl.h>
        #include <sys/ptrace.h>
        #include <sys/socket.h>
        #include <sys/types.h>
        #include <unistd.h>

        static void fail(const char *what) { perror(what); exit(1); }
        static void *map(int protection, int flags, int fd) {
            void *page = mmap(NULL, 4096, protection, flags, fd, 0);
            if (page == MAP_FAILED) fail("mmap");
            return page;
        }

        static void *idle(void *unused) {
            for (;;) pause();
            return unused;
        }

        extern char **environ;

        // Opens a file so that the kernel gives another path for it: that of a mount in a namespace of its own.
        static int borrow(const char *own, const char *shown) {
            int ready[2];
            char way[128], byte;
            if (pipe(ready) != 0) fail("pipe");
            pid_t child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                if (unshare(CLONE_NEWNS | (getuid() == 0 ? 0 : CLONE_NEWUSER)) != 0) fail("unshare");
                if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) fail("mount");
                if (mount(own, shown, NULL, MS_BIND, NULL) != 0) fail("mount");
                if (write(ready[1], "x", 1) != 1) fail("write");
                for (;;) pause();
            }
            close(ready[1]);
            if (read(ready[0], &byte, 1) != 1) exit(1);
            snprintf(way, sizeof way, "/proc/%d/root%s", child, shown);
            int file = open(way, O_RDONLY | O_CLOEXEC);
            if (file < 0) fail(way);
            return file;
        }

        static void forge(const char *own, char *shown) {
            char *arguments[] = {shown, NULL};
            fexecve(borrow(own, shown), arguments, environ);
            fail("fexecve");
        }

        int main(int count, char **arguments) {
            const char *mode = count > 1 ? arguments[1] : "wait";
            const char *value = count > 2 ? arguments[2] : "";
            if (strcmp(mode, "anonymous") == 0) map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1);
            if (strcmp(mode, "memfd") == 0) {
                int fd = memfd_create(value, 0);
                if (ftruncate(fd, 4096) != 0) fail("ftruncate");
                map(PROT_READ | PROT_EXEC, MAP_SHARED, fd);
            }
            if (strcmp(mode, "device") == 0) {
                FILE *zero = fopen("/dev/zero", "r");
                map(PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(zero));
            }
            if (strcmp(mode, "map") == 0) {
                FILE *file = fopen(value, "r");
                if (file == NULL) fail(value);
                map(PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(file));
                fclose(file);
            }
            if (strcmp(mode, "crowd") == 0)
                for (int index = 0; index < atoi(value); index++) map(index % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
            if (strcmp(mode, "undumpable") == 0 && prctl(PR_SET_DUMPABLE, 0) != 0) fail("prctl");
            if (strcmp(mode, "name") == 0 && prctl(PR_SET_NAME, value) != 0) fail("prctl");
            if (strcmp(mode, "trace") == 0 && ptrace(PTRACE_SEIZE, atoi(value), 0, 0) != 0) fail("ptrace");
            if (strcmp(mode, "setuid") == 0 && setresuid(0, atoi(value), 0) != 0) fail("setresuid");
            if (strcmp(mode, "saved") == 0 && setresuid(atoi(value), atoi(value), 0) != 0) fail("setresuid");
            if (strcmp(mode, "setgid") == 0 && setresgid(0, atoi(value), 0) != 0) fail("setresgid");
            if (strcmp(mode, "fsuid") == 0) setfsuid(atoi(value));
            if (strcmp(mode, "threads") == 0) {
                pthread_t thread;
                if (pthread_create(&thread, NULL, idle, NULL) != 0) fail("pthread_create");
            }
            if (strcmp(mode, "session") == 0 && setsid() < 0) fail("setsid");
            if (strcmp(mode, "borrow") == 0) map(PROT_READ | PROT_EXEC, MAP_PRIVATE, borrow(value, arguments[3]));
            if (strcmp(mode, "forge") == 0) forge(arguments[0], arguments[2]);
            if (strcmp(mode, "leapfrog") == 0) execl(value, value, mode, arguments[0], (char *)NULL);
            if (strcmp(mode, "garble") == 0) {
                char request[64];
                while (recv(3, request, sizeof request, 0) > 0) if (send(3, "nonsense", 8, MSG_NOSIGNAL) < 0) break;
                return 0;
            }
            puts("ready");
            fflush(stdout);
            char byte;
            while (read(0, &byte, 1) == 1)
                if (byte == 'x') execl(value, value, (char *)NULL);
            return 0;
        }
        """#
}
