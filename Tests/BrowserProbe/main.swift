import Foundation
import Glibc

// A browser as far as the native host sees one: `browser-probe HOST ARGUMENT…` starts the host. Each line of standard input goes to it as a
// message, `hex BYTES` as these bytes without a length, `close` closes its standard input. Its messages come out as lines, and `ended STATUS`
// at its end.

let words = Array(CommandLine.arguments.dropFirst())
guard let program = words.first else { exit(2) }
var (toHost, fromHost): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
guard pipe(&toHost) == 0, pipe(&fromHost) == 0 else { exit(1) }
for end in toHost + fromHost { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
signal(SIGPIPE, SIG_IGN)
var actions = posix_spawn_file_actions_t()
posix_spawn_file_actions_init(&actions)
posix_spawn_file_actions_adddup2(&actions, toHost[0], STDIN_FILENO)
posix_spawn_file_actions_adddup2(&actions, fromHost[1], STDOUT_FILENO)
var arguments = words.map { strdup($0) } + [nil]
var child = pid_t()
guard posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0 else { exit(1) }
close(toHost[0])
close(fromHost[1])

@Sendable func readAll(_ count: Int, from descriptor: Int32) -> Data? {
    var data = Data(count: count)
    var done = 0
    while done < count {
        let got = data.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + done }, count - done) }
        guard got > 0 else { return nil }
        done += got
    }
    return data
}

@Sendable func writeAll(_ data: Data, to descriptor: Int32) {
    var rest = data
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

let (process, answers) = (child, fromHost[0])
Thread.detachNewThread {
    while let header = readAll(4, from: answers) {
        let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard let message = readAll(Int(length), from: answers) else { break }
        writeAll(message + Data("\n".utf8), to: STDOUT_FILENO)
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    writeAll(Data("ended \(status >> 8 & 0xff)\n".utf8), to: STDOUT_FILENO)
    exit(0)
}

while let line = readLine() {
    if line == "close" {
        close(toHost[1])
    } else if line.hasPrefix("hex ") {
        let digits = Array(line.dropFirst(4))
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        writeAll(Data(bytes), to: toHost[1])
    } else {
        let message = Data(line.utf8)
        writeAll(withUnsafeBytes(of: UInt32(message.count)) { Data($0) } + message, to: toHost[1])
    }
}
