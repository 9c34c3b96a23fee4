import Fingerprint
import FingerprintTesting
import Foundation
import LinuxSupport
import Testing

/// A finger on the reader, as the real fprintd tells of it.
@Suite(.enabled(if: VirtualReader.isAvailable)) struct VerifyTests {
    private let readers: VirtualReader

    init() throws {
        readers = try VirtualReader()
        try readers.enroll()
    }

    @Test func enrolledFingerMatches() throws {
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func otherFingerDoesNotMatch() throws {
        #expect(try readers.verify { try readers.present("f2") } == .mismatch)
    }

    @Test func readerSaysWhichFingerItWaitsForAndWhatToDoOtherwise() throws {
        var events: [FingerprintReader.Event] = []
        var failure: (any Error)?
        let match = try readers.reader().verify { event in
            events.append(event)
            do {
                switch event {
                case .waiting: try readers.retry(0)
                case .retry(.again): try readers.retry(1)
                case .retry(.swipeTooShort): try readers.retry(2)
                case .retry(.fingerNotCentered): try readers.retry(3)
                case .retry(.removeAndRetry), .stage: try readers.present("f1")
                }
            } catch { failure = error }
        }
        #expect(failure == nil)
        #expect(match == .match)
        let retries = [FingerprintReader.Retry.again, .swipeTooShort, .fingerNotCentered, .removeAndRetry]
        #expect(events == [.waiting(.rightIndex)] + retries.map { .retry($0) })
    }

    @Test func cancellingEndsTheWaitAndDisturbsNoLaterOne() throws {
        for _ in 0..<10 {
            let cancellation = Cancellation()
            var start = ContinuousClock.now
            let kind = try readers.kindOfVerification(cancellation: cancellation) {
                start = .now
                cancellation.cancel()
            }
            #expect(kind == .cancelled)
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(try readers.verify { try readers.present("f1") } == .match)
        }
    }

    @Test func anotherThreadCanCancel() throws {
        let cancellation = Cancellation()
        let kind = try readers.kindOfVerification(cancellation: cancellation) {
            Thread.detachNewThread { cancellation.cancel() }
        }
        #expect(kind == .cancelled)
    }

    @Test func cancelledBeforeItBeginsIsCancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(try readers.kindOfVerification(cancellation: cancellation) == .cancelled)
        #expect(cancellation.isCancelled)
    }

    /// What a finger said does not count any more, even if it was there first.
    @Test func matchAfterCancellingDoesNotCount() throws {
        let cancellation = Cancellation()
        let kind = try readers.kindOfVerification(cancellation: cancellation) {
            cancellation.cancel()
            try readers.present("f1")
        }
        #expect(kind == .cancelled)
    }

    @Test func readerThatIsUnpluggedIsDisconnected() throws {
        #expect(try readers.kindOfVerification { try readers.unplug() } == .disconnected)
        // fprintd tells of the error first, and forgets the reader then.
        let deadline = ContinuousClock.now + .seconds(300)
        var state = try readers.reader().state()
        while state.device != nil, ContinuousClock.now < deadline { state = try readers.reader().state() }
        #expect(state == .init(device: nil, fingers: []))
    }

    @Test func failureOfTheReaderIsReported() throws {
        #expect(try readers.kindOfVerification { try readers.fail(0) } == .failed)
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func killedDaemonIsDisconnectedAndStartsAgain() throws {
        #expect(try readers.kindOfVerification { readers.killDaemon() } == .disconnected)
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    @Test func busThatDiesIsDisconnected() throws {
        #expect(try readers.kindOfVerification { readers.stopBus() } == .disconnected)
        #expect(try readers.kindOfVerification() == .noDaemon)
    }

    @Test func readerIsBusyWhileAnotherHasIt() throws {
        var second: ReaderError.Kind?
        let match = try readers.verify {
            second = try readers.kindOfVerification()
            try readers.present("f1")
        }
        #expect(second == .busy)
        #expect(match == .match)
    }

    @Test func twoProgramsDoNotHearEachOther() throws {
        let other = try probe(0, "verify", on: readers.busAddress)
        #expect(other.line()?.hasPrefix("waiting") == true)
        #expect(try readers.kindOfVerification() == .busy)
        try readers.present("f2")
        #expect(other.line() == "mismatch")
        #expect(other.wait() == 0)
        #expect(try readers.verify { try readers.present("f1") } == .match)
    }

    /// The kernel closes what a killed program had; fprintd stops for it, and says so to all.
    @Test func killedProgramGivesTheReaderBack() throws {
        for _ in 0..<3 {
            let other = try probe(0, "verify", on: readers.busAddress)
            #expect(other.line()?.hasPrefix("waiting") == true)
            other.end()
            var match: FingerprintReader.Match?
            while match == nil {
                do { match = try readers.verify { try readers.present("f1") } } catch let error as ReaderError {
                    try #require(error.kind == .busy)
                }
            }
            #expect(match == .match)
        }
    }
}
