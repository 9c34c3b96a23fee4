import CLinux
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Agent

/// A prompt for a program ends when the program disconnects.
@Suite struct HangUpWatchTests {
    /// Makes a connection; the second descriptor is the program's end of it.
    private func connect() throws -> (ClientSocket, Int32) {
        let ends = try DescriptorPair()
        return (ClientSocket(descriptor: ends.first, id: 100), ends.second)
    }

    @Test func theEndOfAProgramIsNoticed() throws {
        let (socket, program) = try connect()
        let gone = DispatchSemaphore(value: 0)
        let watch = HangUpWatch(socket) { gone.signal() }
        close(program)
        #expect(gone.wait(timeout: .now() + .seconds(300)) == .success)
        watch.end()
    }

    /// What the watch has closed may have become something else's by the time that it is ended.
    @Test func lateEndSignalsNoOtherDescriptor() throws {
        for _ in 0..<5 {
            let (socket, program) = try connect()
            let gone = DispatchSemaphore(value: 0)
            let watch = HangUpWatch(socket) { gone.signal() }
            close(program)
            #expect(gone.wait(timeout: .now() + .seconds(300)) == .success)
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
