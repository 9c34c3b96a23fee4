import BusTesting
import Fingerprint
import FingerprintTesting
import Glibc
import Testing

/// Programs that answer in fprintd's place.
@Suite(.enabled(if: VirtualReader.isAvailable)) struct TrustTests {
    /// The bus is the system's, and says as whom the owner of the name runs.
    @Test func fprintdOfAnotherUserIsNotBelieved() throws {
        let readers = try VirtualReader(.noDaemon)
        let impostor = try probe(ordinaryUser, "impersonate", on: readers.busAddress)
        #expect(impostor.line() == "owner")
        #expect(try readers.kindOfVerification() == .untrusted)
        #expect(kind { () throws(ReaderError) in _ = try readers.reader().state() } == .untrusted)
        impostor.end()
        #expect(try readers.kindOfVerification() == .noDaemon)
    }

    /// A bus that a user started can claim of any process that root runs it; of this one it is even true.
    @Test(arguments: [0, ordinaryUser])
    func busOfAnotherUserIsNotBelieved(owner: uid_t) throws {
        let bus = try BusDaemon(.open(.session), as: ordinaryUser)
        let impostor = try probe(owner, "impersonate", on: bus.address)
        #expect(impostor.line() == "owner")
        let reader = FingerprintReader(bus: .init(bus.address))
        #expect(kind { () throws(ReaderError) in _ = try reader.state() } == .untrusted)
        #expect(kind { () throws(ReaderError) in _ = try reader.verify() } == .untrusted)
        // It is the user, and nothing else, that is wrong.
        let trusting = FingerprintReader(bus: .init(bus.address), trustedUser: ordinaryUser)
        let kind = kind { () throws(ReaderError) in _ = try trusting.state() }
        #expect(kind == (owner == ordinaryUser ? .disconnected : .untrusted))
    }

    @Test(arguments: [
        "unixexec:path=/bin/true", "tcp:host=localhost,port=1", "unix:path=/x;unixexec:path=/bin/true", "",
    ])
    func onlyLocalSocketsAreBelieved(address: String) {
        let reader = FingerprintReader(bus: .init(address))
        #expect(kind { () throws(ReaderError) in _ = try reader.state() } == .untrusted)
    }

    /// The bus delivers messages that are addressed to a connection from any sender.
    @Test func signalsOfStrangersAreIgnored() throws {
        let readers = try VirtualReader()
        try readers.enroll()
        let forger = try Forger(readers.busAddress)
        let match = try readers.verify {
            let path = "/net/reactivated/Fprint/Device/0"
            let device = "net.reactivated.Fprint.Device"
            try forger.emit(path, device, "VerifyStatus", ["verify-match"], true)
            try forger.emit(
                "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
                ["net.reactivated.Fprint", ":1.1", ":1.99"])
            try readers.present("f2")
        }
        #expect(match == .mismatch)
    }
}
