import Fingerprint
import FingerprintTesting
import LinuxSupport
import Testing

/// Prints that come and go.
@Suite(.enabled(if: VirtualReader.isAvailable)) struct EnrollTests {
    @Test func stagesAreCounted() throws {
        let readers = try VirtualReader()
        var events: [FingerprintReader.Event] = []
        var failure: (any Error)?
        try readers.reader().enroll(.leftThumb) { event in
            events.append(event)
            do {
                switch event {
                case .waiting: try readers.retry(1)
                case .stage(passed: 5, total: _): break
                default: try readers.present("f1")
                }
            } catch { failure = error }
        }
        #expect(failure == nil)
        #expect(
            events == [.waiting(.leftThumb), .retry(.swipeTooShort)] + (1...5).map { .stage(passed: $0, total: 5) })
        #expect(try readers.reader().state().fingers == [.leftThumb])
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func fingersAreListedInOrderAndRemovedOneByOne() throws {
        let readers = try VirtualReader()
        for (finger, print) in [(Finger.rightIndex, "a"), (.leftIndex, "b"), (.leftThumb, "c")] {
            try readers.enroll(finger: finger, print: print)
        }
        let reader = readers.reader()
        #expect(try reader.state().fingers == [.leftIndex, .leftThumb, .rightIndex])
        try reader.remove(.leftThumb)
        #expect(try reader.state().fingers == [.leftIndex, .rightIndex])
        #expect(kind { () throws(ReaderError) in try reader.remove(.leftThumb) } == .notEnrolled)
        try reader.remove(nil)
        #expect(try reader.state().fingers == [])
        #expect(kind { () throws(ReaderError) in try reader.remove(nil) } == .notEnrolled)
    }

    /// fprintd would forget the print of a finger as soon as it is enrolled again.
    @Test func enrolledFingerIsNotEnrolledAgain() throws {
        let readers = try VirtualReader()
        try readers.enroll()
        #expect(kind { () throws(ReaderError) in try readers.reader().enroll(.rightIndex) } == .duplicate)
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func readerThatKnowsTheFingerSaysSo() throws {
        let readers = try VirtualReader(.readerThatStores)
        try readers.enroll(print: "f1")
        let second = try enrolment(readers) { try readers.present("f1") }
        #expect(second == .duplicate)
        #expect(try readers.reader().state().fingers == [.rightIndex])
    }

    @Test func cancelledEnrolmentLeavesNothing() throws {
        let readers = try VirtualReader()
        let cancellation = Cancellation()
        #expect(try enrolment(readers, cancellation) { cancellation.cancel() } == .cancelled)
        #expect(try readers.reader().state().fingers == [])
        try readers.enroll()
        #expect(try readers.reader().state().fingers == [.rightIndex])
    }

    @Test(arguments: [(0, ReaderError.Kind.failed), (5, .disconnected), (8, .full)])
    func readerThatFailsSaysWhy(code: Int, kind: ReaderError.Kind) throws {
        let readers = try VirtualReader()
        #expect(try enrolment(readers) { try readers.fail(code) } == kind)
        #expect(try readers.reader().state().fingers == [])
    }

    @Test func eachUserHasPrintsOfTheirOwn() throws {
        let readers = try VirtualReader()
        try readers.enroll(user: "nobody")
        #expect(try readers.reader().state().fingers == [])
        #expect(try readers.kindOfVerification() == .notEnrolled)
        #expect(try readers.verify(readers.reader(user: "nobody")) { try readers.present("f1") } == .match)
    }

    @Test func readerThatSearchesWaitsForAnyFinger() throws {
        let readers = try VirtualReader(.readerThatStores)
        try readers.enroll(finger: .rightIndex, print: "f1")
        try readers.enroll(finger: .leftIndex, print: "f2")
        for print in ["f1", "f2"] {
            var awaited: FingerprintReader.Event?
            var failure: (any Error)?
            let match = try readers.reader().verify { event in
                awaited = event
                do { try readers.present(print) } catch { failure = error }
            }
            #expect(failure == nil)
            #expect(awaited == .waiting(nil))
            #expect(match == .match)
        }
    }

    /// The error that an enrolment of the left thumb ends with.
    private func enrolment(
        _ readers: VirtualReader, _ cancellation: Cancellation = Cancellation(), _ whileWaiting: () throws -> Void
    ) throws -> ReaderError.Kind? {
        var failure: (any Error)?
        let kind = kind { () throws(ReaderError) in
            try readers.reader().enroll(.leftThumb, cancellation: cancellation) { event in
                guard case .waiting = event else { return }
                do { try whileWaiting() } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return kind
    }
}
