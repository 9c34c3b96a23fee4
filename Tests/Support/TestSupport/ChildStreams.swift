import Foundation
import Glibc

/// The descriptors that a child is started with, and the ends of them that stay with its parent.
final class ChildStreams {
    var actions = posix_spawn_file_actions_t()
    private var input: Int32?
    private var output: Int32?
    /// The child's ends, which its parent closes once it runs.
    private var theirs: [Int32] = []
    private var theirOutput: Int32?

    init() { posix_spawn_file_actions_init(&actions) }

    deinit {
        posix_spawn_file_actions_destroy(&actions)
        for descriptor in theirs { close(descriptor) }
        for descriptor in [input, output] { if let descriptor { close(descriptor) } }
    }

    /// Returns the ends of this process, which its caller closes.
    func takeOurs() -> (input: Int32?, output: Int32?) {
        defer { (input, output) = (nil, nil) }
        return (input, output)
    }

    /// Says what a descriptor of the child is.
    func connect(_ number: Int32, to stream: ChildProcess.Stream) throws {
        switch stream {
        case .inherited: break
        case .null:
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
        case .piped: posix_spawn_file_actions_adddup2(&actions, try number == 0 ? inputPipe() : outputPipe(), number)
        case .bytes(let data): posix_spawn_file_actions_adddup2(&actions, try fileWith(data), number)
        case .file(let path):
            let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
        case .terminal(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        case .closed: posix_spawn_file_actions_addclose(&actions, number)
        }
    }

    private func inputPipe() throws -> Int32 {
        let ends = try DescriptorPair()
        (input, theirs) = (ends.first, theirs + [ends.second])
        return ends.second
    }

    /// One for all that are read.
    private func outputPipe() throws -> Int32 {
        if let theirOutput { return theirOutput }
        let ends = try DescriptorPair()
        (output, theirOutput, theirs) = (ends.first, ends.second, theirs + [ends.second])
        return ends.second
    }

    /// A file without a name.
    private func fileWith(_ data: Data) throws -> Int32 {
        let path = FileManager.default.temporaryDirectory.path + "/chatelaine-input-" + UUID().uuidString
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("no file “\(path)”") }
        unlink(path)
        theirs.append(descriptor)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }
}

/// Two ends of a stream that no program inherits by accident: tests start programs at the same time, and one that runs on would keep the
/// reader of another's waiting for an end.
///
/// They are sockets because Swift has no `pipe2`.
public struct DescriptorPair: Sendable {
    /// One end, which the caller closes.
    public let first: Int32
    /// The other end, which the caller closes.
    public let second: Int32

    /// Creates both.
    public init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure("no pair of sockets") }
        (first, second) = (ends[0], ends[1])
    }
}
