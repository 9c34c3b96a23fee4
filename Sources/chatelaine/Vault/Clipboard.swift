import Foundation
import Glibc
import LinuxSupport
import PasswordVault

/// The clipboard. Another program, `chatelaine clipboard`, holds the secret until the time is over.
enum Clipboard {
    private static let commandName = "clipboard"
    private static let seconds = 90

    /// Hands a secret over. Returns as soon as the other program has said that it has the clipboard.
    ///
    /// Where that program has printed an error, the process ends with its status.
    static func copy(_ secret: Secret) throws {
        guard let path = InstalledProgram.ownPath else { throw failed("this program is not found") }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failed(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        let words = [path, commandName, "--seconds", String(seconds)]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let error = posix_spawn(&process, path, &actions, nil, &arguments, environ)
        close(ends[0])
        guard error == 0 else {
            close(ends[1])
            throw failed(String(cString: strerror(error)))
        }
        let written = secret.withUnsafeBytes { StandardStreams.writeAll($0, to: ends[1]) }
        close(ends[1])
        let code = exitStatus(waitForChild(process) ?? 0) ?? -1
        // The program itself has printed the reason: one error is enough, and its status is this command's.
        guard code <= 0 else { exit(code) }
        guard written == 0, code == 0 else { throw failed("the program for the clipboard ended early") }
    }

    private static func failed(_ reason: String) -> Failure {
        Failure(.failed, "nothing was copied: \(reason)", remedy: "print the value instead")
    }
}
