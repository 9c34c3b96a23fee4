import Foundation
import Glibc
import Synchronization
import TestSupport

/// Stands between a process and a TPM, hands commands and answers on, and kills the process in place of one answer.
final class Gate {
    let socket: String
    private let tpm: String
    private let closing: Int
    private let listener: Int32
    /// Written to when it is to end.
    private var ends: [Int32] = [-1, -1]
    private var thread: Thread?
    private let done = DispatchSemaphore(value: 0)
    private let recorder = Recorder()

    private final class Recorder: Sendable {
        let bytes = Mutex(Data())
        func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    /// All commands and answers that have passed.
    var traffic: Data { recorder.bytes.withLock { $0 } }

    /// - Parameter closingAt: the number of the command that gets no answer, from 1 on; 0 for none.
    init(_ tpm: SoftwareTPM, closingAt: Int = 0) throws {
        self.tpm = tpm.socket
        socket = tpm.socket + "-gate"
        closing = closingAt
        unlink(socket)
        unlink(socket + ".ctrl")
        // Controls go straight to the TPM.
        guard symlink(tpm.socket + ".ctrl", socket + ".ctrl") == 0, socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else {
            throw TestFailure("gate")
        }
        listener = Glibc.socket(AF_UNIX, Self.kind, 0)
        let path = socket
        let bound = Self.withAddress(path) { bind(self.listener, $0, $1) }
        guard bound == 0, listen(listener, 4) == 0 else { throw TestFailure("gate") }
    }

    static let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Begins to serve, on a thread of its own.
    func serve(killing pid: pid_t = 0) {
        let (listener, end, tpm, closing, done, recorder) = (listener, ends[0], tpm, closing, done, recorder)
        Thread.detachNewThread {
            defer { done.signal() }
            var commands = 0
            while true {
                var ready = [
                    pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: end, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&ready, 2, 60_000) > 0, ready[1].revents == 0 else { return }
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                defer { Glibc.close(client) }
                let server = Glibc.socket(AF_UNIX, Self.kind, 0)
                defer { Glibc.close(server) }
                guard Self.withAddress(tpm, { connect(server, $0, $1) }) == 0 else { return }
                while let command = Self.message(client) {
                    commands += 1
                    if commands == closing { kill(pid, SIGKILL) }
                    guard Self.send(command, server), let answer = Self.message(server) else { break }
                    recorder.add(command + answer)
                    guard Self.send(answer, client) else { break }
                }
            }
        }
    }

    func close() {
        _ = write(ends[1], "x", 1)
        done.wait()
        for descriptor in ends + [listener] { Glibc.close(descriptor) }
    }

    /// A command or an answer: its length is in the third to the sixth byte.
    static func message(_ descriptor: Int32) -> [UInt8]? {
        guard let head = bytes(descriptor, 6) else { return nil }
        let size = head[2...].reduce(0) { $0 << 8 | Int($1) }
        guard (10...65536).contains(size), let rest = bytes(descriptor, size - 6) else { return nil }
        return head + rest
    }

    private static func bytes(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = result.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: got), count - got)
            }
            guard more > 0 else { return nil }
            got += more
        }
        return result
    }

    static func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}
