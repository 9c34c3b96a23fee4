import AgentProtocol
import CLinux
import Foundation
import Glibc
import Testing

@testable import Agent

/// Whoever asks a person for a program notices when the program goes.
@Suite struct HangUpWatchTests {
    /// A connection, and the program's end of it.
    private func connect() throws -> (Connection, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return (
            try Connection(
                descriptor: ends[0], id: 100, stock: GuardedBufferPool(maximumCount: 1), findsPeerByNumber: false),
            ends[1]
        )
    }

    @Test func theEndOfAProgramIsNoticed() throws {
        let (connection, program) = try connect()
        let gone = DispatchSemaphore(value: 0)
        let watch = HangUpWatch(connection) { gone.signal() }
        close(program)
        #expect(gone.wait(timeout: .now() + .seconds(20)) == .success)
        watch.end()
    }

    /// What the watch has closed may have become something else's by the time that it is ended.
    @Test func anEndAfterTheProgramsSignalsNobodyElse() throws {
        for _ in 0..<5 {
            let (connection, program) = try connect()
            let gone = DispatchSemaphore(value: 0)
            let watch = HangUpWatch(connection) { gone.signal() }
            close(program)
            #expect(gone.wait(timeout: .now() + .seconds(20)) == .success)
            let others = (0..<50).map { _ in
                sched_yield()
                return clinux_event()
            }
            watch.end()
            for other in others {
                var watched = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
                #expect(poll(&watched, 1, 0) == 0)
                close(other)
            }
        }
    }
}
