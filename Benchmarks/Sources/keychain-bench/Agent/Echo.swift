import CFloor
import Foundation
import Glibc

/// A process that answers requests of a fixed size with replies of a fixed size, by blocking reads and writes.
final class Echo {
    private let process = Process()
    private let descriptor: Int32
    private let frames: (request: Int32, reply: Int32)

    var pid: pid_t { process.processIdentifier }

    init(_ frames: (Int, Int)) throws {
        self.frames = (Int32(frames.0), Int32(frames.1))
        var (mine, others): (Int32, Int32) = (-1, -1)
        guard echo_pair(&mine, &others) == 0 else { throw BenchError("socketpair") }
        descriptor = mine
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["echo", String(frames.0), String(frames.1)]
        process.standardInput = FileHandle(fileDescriptor: others, closeOnDealloc: true)
        try process.run()
        _ = try once()
    }

    func once() throws -> Int64 {
        let time = echo_once(descriptor, frames.request, frames.reply)
        guard time > 0 else { throw BenchError("echo") }
        return time
    }

    func stop() {
        close(descriptor)
        process.waitUntilExit()
    }
}
