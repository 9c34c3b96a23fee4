import Foundation
import Glibc
import TestSupport
import Testing

/// A file on a file system that never answers: the file system is a program (FUSE) that takes questions and does nothing.
final class SilentFile {
    let path: String
    private let server: ChildProcess

    /// Whether this process may make one.
    static var canBeMade: Bool { isRoot && access("/dev/fuse", R_OK | W_OK) == 0 && access("/usr/bin/cc", X_OK) == 0 }

    /// - Parameters:
    ///   - path: of the file.
    ///   - workshop: where the program that answers nothing is made.
    init(_ path: String, in workshop: TemporaryDirectory) throws {
        self.path = path
        try Data().write(to: URL(fileURLWithPath: path))
        let (source, program) = (workshop("silent.c"), workshop("silent"))
        try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
        try #require(try ChildProcess.run(["/usr/bin/cc", "-O1", "-o", program, source]).status == 0)
        server = try ChildProcess([program, path])
        try server.expectLine("ready")
    }

    deinit { end() }

    /// Ends the file system: what waits for an answer gets an error.
    func end() {
        server.end()
        umount2(path, Int32(MNT_DETACH))
    }

    /// Waits until it was asked something as often as this.
    func expectQuestions(_ count: Int) throws { for _ in 0..<count { try server.expectLine("asked") } }

    /// The root of the file system is a regular file, so that nothing can be learned of it without a question.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <linux/fuse.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/mount.h>
        #include <unistd.h>

        static char bytes[1 << 17];

        int main(int count, char **arguments) {
            char options[128];
            struct fuse_in_header question;
            struct { struct fuse_out_header header; struct fuse_init_out body; } answer;
            int fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
            snprintf(options, sizeof options, "fd=%d,rootmode=100644,user_id=0,group_id=0,allow_other", fuse);
            if (count < 2 || mount("silent", arguments[1], "fuse", MS_NOSUID | MS_NODEV, options) != 0) return 1;
            if (read(fuse, bytes, sizeof bytes) < (ssize_t)sizeof question) return 1;
            memcpy(&question, bytes, sizeof question);
            memset(&answer, 0, sizeof answer);
            answer.header.len = sizeof answer;
            answer.header.unique = question.unique;
            answer.body.major = FUSE_KERNEL_VERSION;
            answer.body.minor = FUSE_KERNEL_MINOR_VERSION;
            answer.body.max_write = 4096;
            if (write(fuse, &answer, sizeof answer) != sizeof answer) return 1;
            puts("ready");
            fflush(stdout);
            while (read(fuse, bytes, sizeof bytes) > 0) {
                memcpy(&question, bytes, sizeof question);
                // Only what a process waits for, not that it no longer does.
                if (question.opcode == FUSE_INTERRUPT || question.opcode == FUSE_FORGET) continue;
                puts("asked");
                fflush(stdout);
            }
            return 0;
        }
        """#
}
