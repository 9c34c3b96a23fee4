/// A program that gets itself into the state that its first argument names, says so on its output, and waits for the end
/// of its input.
enum Subject {
    static let source = #"""
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
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

        int main(int count, char **arguments) {
            const char *mode = count > 1 ? arguments[1] : "wait";
            const char *value = count > 2 ? arguments[2] : "";
            if (strcmp(mode, "anonymous") == 0) map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1);
            if (strcmp(mode, "memfd") == 0) {
                int fd = memfd_create("code", 0);
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
            if (strcmp(mode, "session") == 0 && setsid() < 0) fail("setsid");
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
