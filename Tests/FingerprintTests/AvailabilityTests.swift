import Fingerprint
import FingerprintTesting
import Testing

/// What is missing, and what is told of it.
@Suite(.enabled(if: VirtualReader.isAvailable)) struct AvailabilityTests {
    @Test func stateNamesTheReaderAndNoFinger() throws {
        let readers = try VirtualReader()
        #expect(try readers.reader().state() == .init(device: "Virtual device for debugging", fingers: []))
    }

    @Test func withoutAReaderThereIsNoDevice() throws {
        let readers = try VirtualReader(.noReader)
        #expect(try readers.reader().state() == .init(device: nil, fingers: []))
        #expect(try readers.kindOfVerification() == .noDevice)
        #expect(kind { () throws(ReaderError) in try readers.reader().remove(nil) } == .noDevice)
    }

    @Test func withoutFprintdThereIsNoDaemon() throws {
        let readers = try VirtualReader(.noDaemon)
        #expect(try readers.kindOfVerification() == .noDaemon)
        #expect(kind { () throws(ReaderError) in _ = try readers.reader().state() } == .noDaemon)
    }

    @Test(arguments: ["unix:path=/nonexistent/bus", "unix:", "unix:path=/dev/null"])
    func withoutABusThereIsNoDaemon(address: String) {
        let reader = FingerprintReader(bus: .init(address))
        #expect(kind { () throws(ReaderError) in _ = try reader.state() } == .noDaemon)
    }

    @Test func emptyReaderHasNoEnrolledFingers() throws {
        #expect(try VirtualReader().kindOfVerification() == .notEnrolled)
    }

    @Test func polkitDecidesWhoMayUseTheReader() throws {
        let readers = try VirtualReader()
        try readers.enroll(user: "nobody")
        for action in ["verify", "state", "remove"] {
            let stranger = try probe(ordinaryUser, action, on: readers.busAddress)
            #expect(stranger.line() == "error denied")
        }
        #expect(try readers.reader(user: "nobody").state().fingers == [.rightIndex])
    }

    @Test func invalidUserNamesAreRefused() throws {
        let readers = try VirtualReader()
        for name in ["root\0", String(repeating: "x", count: 257)] {
            #expect(kind { () throws(ReaderError) in _ = try readers.reader(user: name).state() } == .failed)
        }
    }
}
