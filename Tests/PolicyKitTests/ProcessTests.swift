import Glibc
import Testing

@testable import PolicyKit

/// A process that is told from others.
@Suite struct ProcessTests {
    @Test func processThatRuns() throws {
        let program = try Program()
        #expect(program.asking.isRunning)
    }

    @Test func processThatWasKilledRunsNoLongerThoughItsNumberIsTaken() throws {
        let program = try Program()
        program.kill()
        #expect(!program.asking.isRunning)
        #expect(AskingProcess.startTime(of: program.asking.pid) == program.asking.startTime)
        program.end()
        #expect(!program.asking.isRunning)
        #expect(AskingProcess.startTime(of: program.asking.pid) != program.asking.startTime)
    }

    @Test func anotherOfTheSameNumber() throws {
        let asking = try Program().asking
        let program = try Program()
        let (pid, start) = (program.asking.pid, program.asking.startTime)
        #expect(AskingProcess(pid: pid, startTime: start, uid: ordinaryUser).isRunning)
        #expect(!AskingProcess(pid: pid, startTime: start + 1, uid: ordinaryUser).isRunning)
        #expect(!AskingProcess(pid: pid, startTime: start, uid: ordinaryUser + 1).isRunning)
        #expect(!asking.isRunning)
    }

    @Test func nameThatLooksLikeFields() {
        let fields = (4...52).map { $0 == 22 ? "777" : "\($0)" }.joined(separator: " ")
        let read = AskingProcess.stateAndStart("12 (a) Z 1 (b)) S \(fields)\n")
        #expect(read?.state == "S" && read?.start == 777)
        #expect(AskingProcess.stateAndStart("12 (a) S 1 2 3") == nil)
        #expect(AskingProcess.stateAndStart("") == nil)
    }

    @Test func realAndEffectiveUserAreLookedAt() {
        #expect(AskingProcess.users("Name:\tx\nUid:\t1000\t0\t0\t0\nGid:\t1\t1\t1\t1\n") == [1000, 0])
        #expect(AskingProcess.users("Name:\tx\n") == [])
        #expect(AskingProcess.users("Uid:\tx\ty\n") == [])
    }
}
