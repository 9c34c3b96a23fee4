import Fingerprint
import FingerprintTesting
import Glibc
import TestSupport
import Testing

/// `chatelaine fingerprint` in a terminal.
@Suite(.enabled(if: VirtualReader.isAvailable)) struct CommandTests {
    private let readers: VirtualReader

    init() throws { readers = try VirtualReader() }

    private func start(_ words: [String], on readers: VirtualReader? = nil) throws -> ChildProcess {
        try FingerprintTests.start(
            ["chatelaine", "fingerprint"] + words, (readers ?? self.readers).environment, errors: .piped)
    }

    private func run(_ words: String...) throws -> (status: Int32, text: String) {
        let tool = try start(words)
        let text = tool.text()
        return (tool.wait(), text)
    }

    @Test func fingerIsEnrolledStageByStageListedAndRemoved() throws {
        let enrolment = try start(["enroll", "--finger", "left-thumb"])
        #expect(enrolment.line()?.contains("your left thumb") == true)
        try readers.retry(1)
        #expect(enrolment.line()?.contains("Too short") == true)
        for stage in 1...5 {
            try readers.present("f1")
            #expect(enrolment.line() == "\(stage) of 5")
        }
        #expect(enrolment.line() == "The left thumb is enrolled.")
        #expect(enrolment.wait() == 0)
        let list = try run("list")
        #expect(list.status == 0)
        #expect(list.text == "reader\tVirtual device for debugging\nfinger\tleft-thumb\n")
        #expect(try run("remove", "--finger", "left-thumb").status == 0)
        #expect(try readers.reader().state().fingers == [])
    }

    @Test func interruptingGivesTheReaderBackAndKeepsNothing() throws {
        let enrolment = try start(["enroll"])
        #expect(enrolment.line()?.contains("your right index finger") == true)
        try readers.present("f1")
        #expect(enrolment.line() == "1 of 5")
        enrolment.send(SIGINT)
        #expect(enrolment.line() == "chatelaine: cancelled")
        #expect(enrolment.line()?.contains("nothing was changed") == true)
        #expect(enrolment.wait() == 128)
        try readers.enroll()
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func removingAllFingersRequiresTheOption() throws {
        for (finger, print) in [(Finger.leftThumb, "a"), (.rightThumb, "b")] {
            try readers.enroll(finger: finger, print: print)
        }
        for words in [["remove"], ["remove", "--all", "--finger", "left-thumb"], ["remove", "--finger", "any"]] {
            #expect(try start(words).wait() == 2)
        }
        #expect(try readers.reader().state().fingers == [.leftThumb, .rightThumb])
        #expect(try run("remove", "--all").status == 0)
        #expect(try readers.reader().state().fingers == [])
    }

    @Test func failureHasItsExitCodeAndARemedy() throws {
        try readers.enroll()
        let duplicate = try run("enroll")
        #expect(duplicate.status == 45)
        #expect(duplicate.text.contains("next: remove it first"))
        let missing = try run("remove", "--finger", "left-thumb")
        #expect(missing.status == 44)
        #expect(missing.text.contains("chatelaine fingerprint list"))
        readers.stopBus()
        let gone = try run("list")
        #expect(gone.status == 1)
        #expect(gone.text.contains("next: check that D-Bus is running"))
    }

    @Test func missingReaderIsReported() throws {
        let none = try VirtualReader(.noReader)
        let tool = try start(["list"], on: none)
        #expect(tool.line() == "chatelaine: there is no fingerprint reader")
        #expect(tool.line()?.contains("next: connect a fingerprint reader") == true)
        #expect(tool.wait() == 1)
    }
}
