import Glibc
import Testing

@testable import PolicyKit

/// A process that is told from others.
@Suite struct ProcessTests {
    @Test func runningProcessIsReportedAsRunning() throws {
        let program = try Program()
        #expect(program.asking.isRunning)
    }

    @Test func killedProcessIsNotRunningThoughItsPIDIsTaken() throws {
        let program = try Program()
        program.kill()
        #expect(!program.asking.isRunning)
        #expect(RequestingProcess.startTime(of: program.asking.pid) == program.asking.startTime)
        program.end()
        #expect(!program.asking.isRunning)
        #expect(RequestingProcess.startTime(of: program.asking.pid) != program.asking.startTime)
    }

    @Test func reusedPIDIsAnotherProcess() throws {
        let asking = try Program().asking
        let program = try Program()
        let (pid, start) = (program.asking.pid, program.asking.startTime)
        #expect(RequestingProcess(pid: pid, startTime: start, uid: ordinaryUser).isRunning)
        #expect(!RequestingProcess(pid: pid, startTime: start + 1, uid: ordinaryUser).isRunning)
        #expect(!RequestingProcess(pid: pid, startTime: start, uid: ordinaryUser + 1).isRunning)
        #expect(!asking.isRunning)
    }

    @Test func processNameCannotForgeFields() {
        let fields = (4...52).map { $0 == 22 ? "777" : "\($0)" }.joined(separator: " ")
        let read = RequestingProcess.stateAndStart("12 (a) Z 1 (b)) S \(fields)\n")
        #expect(read?.state == "S" && read?.start == 777)
        #expect(RequestingProcess.stateAndStart("12 (a) S 1 2 3") == nil)
        #expect(RequestingProcess.stateAndStart("") == nil)
    }

    @Test func realAndEffectiveUserAreLookedAt() {
        #expect(RequestingProcess.users("Name:\tx\nUid:\t1000\t0\t0\t0\nGid:\t1\t1\t1\t1\n") == [1000, 0])
        #expect(RequestingProcess.users("Name:\tx\n") == [])
        #expect(RequestingProcess.users("Uid:\tx\ty\n") == [])
    }
}
