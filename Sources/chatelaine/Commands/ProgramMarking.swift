import Foundation
import LinuxSupport

/// The file of a program that is to be marked.
final class ProgramMarking {
    private let path: String
    private let file: Descriptor
    private let isOnTrustedMount: Bool

    /// - Throws: a ``Failure`` if this is not root, or if the program cannot be a secured one.
    init(_ argument: String) throws {
        guard geteuid() == 0 else {
            throw Failure(.failed, "only root can mark programs", remedy: "run this with sudo")
        }
        path = try AppsCommand.program(argument)
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) else {
            throw Failure(
                .failed, "“\(UntrustedText.forTerminal(path))” cannot be opened: \(String(cString: strerror(errno)))",
                remedy: "give the path of an executable")
        }
        var information = stat()
        guard fstat(file.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_mode & 0o111 != 0
        else {
            throw Failure(
                .failed, "“\(UntrustedText.forTerminal(path))” is no program", remedy: "give the path of an executable")
        }
        guard information.st_mode & (S_ISUID | S_ISGID) == 0 else {
            throw Failure(
                .failed, "“\(UntrustedText.forTerminal(path))” runs with the rights of another user or group already",
                remedy: "programs that are set-user-ID cannot be secured")
        }
        try RootsAlone.require(
            path, remedy: "install the program in a place that belongs to root, such as /usr/local/bin")
        var volume = statvfs()
        isOnTrustedMount = fstatvfs(file.number, &volume) == 0 && volume.f_flag & UInt(ST_NOSUID) == 0
        self.file = file
    }

    var shown: String { UntrustedText.forTerminal(path) }

    /// The reason for which the mark has no effect; nil if it has.
    var warning: String? {
        isOnTrustedMount ? nil : "it is on a file system that is mounted with “nosuid”, where marks have no effect"
    }

    /// - Throws: a ``Failure`` if it has capabilities that are not ours.
    func isMarked() throws -> Bool {
        switch ProgramMark.state(of: file) {
        case .marked: return true
        case .unmarked: return false
        case .foreign, nil:
            throw Failure(
                .failed, "“\(shown)” has capabilities of its own, which a mark would replace",
                remedy: "see them with: getcap “\(shown)”")
        }
    }

    func confirm() throws {
        guard let terminal = Terminal() else {
            throw Failure(.failed, "there is no terminal to ask on", remedy: "mark it without a question: --yes")
        }
        StandardStreams.complain(
            "“\(shown)” will start with the capability \(ProgramMark.name), which keeps other programs of the same user away from it.\n"
                + "Debuggers, crash reporters and variables such as LD_PRELOAD no longer work with it.\n")
        guard try terminal.agrees(to: "Mark it?") else {
            throw Failure(.cancelled, "nothing was changed", remedy: "answer with y")
        }
    }

    func mark() throws { try check(ProgramMark.set(file), "marked") }
    func unmark() throws { try check(ProgramMark.remove(file), "unmarked") }

    private func check(_ code: Int32, _ done: String) throws {
        guard code != 0 else { return }
        throw Failure(
            .failed, "“\(shown)” cannot be \(done): \(String(cString: strerror(code)))",
            remedy: code == EOPNOTSUPP
                ? "the file system keeps no capabilities; install it on another" : "see whether it can be written")
    }
}
