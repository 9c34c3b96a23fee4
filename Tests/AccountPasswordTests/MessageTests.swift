import CLinux
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import AccountPassword

/// The messages, and a helper that says what it should not.
@Suite struct MessageTests {
    @Test(
        arguments: [
            .question(.secret("Password: ")), .question(.visible("Code: ")), .question(.info("Hello\nthere")),
            .question(.error("é")), .outcome(.success), .outcome(.wrongPassword), .outcome(.accountLocked("a")),
            .outcome(.passwordExpired("b")), .outcome(.unavailable("c")),
        ] as [HelperReply])
    func aReplyComesBackAsItWas(_ reply: HelperReply) {
        #expect(HelperReply(reply.bytes) == reply)
    }

    @Test func malformedReplyIsRefused() {
        for bytes in [[], [0], [5], [15], [21], [255, 65], [1] + [UInt8](repeating: 65, count: 2049)] as [[UInt8]] {
            #expect(HelperReply(bytes) == nil)
        }
    }

    @Test func textsAreCleaned() {
        #expect(HelperReply([3] + Array("a\u{1b}[2Jb\r\u{7f}\u{9b}c\n".utf8)) == .question(.info("a[2Jbc\n")))
        #expect(HelperReply([3, 0xff, 0x41]) == .question(.info("\u{fffd}A")))
        let text = HelperReply([3] + [UInt8](repeating: 0xff, count: 2048))
        guard case .question(.info(let text)) = text else {
            Issue.record("no text")
            return
        }
        #expect(text.utf8.count <= HelperMessage.maximumTextLength)
        #expect(HelperReply.question(.info(String(repeating: "é", count: 5000))).bytes.count == 2049)
    }

    @Test func namesOfAccountsAndServices() {
        for name in ["kim", "kim@example.com", "DOM\\kim", "kim$", "日本"] { #expect(HelperMessage.isName(name)) }
        for name in ["", ".", "../kim", "-kim", "a b", "a:b", "a\n", "\u{7f}", String(repeating: "a", count: 256)] {
            #expect(!HelperMessage.isName(name))
        }
        for name in ["chatelaine", "system-auth", "a_1"] { #expect(HelperMessage.isService(name)) }
        for name in ["", "../login", "Login", "a.b", "a b", String(repeating: "a", count: 65)] {
            #expect(!HelperMessage.isService(name))
        }
    }

    // MARK: - A hostile helper

    private func transaction(_ packets: [[UInt8]], person: Person = Person("right", "right")) throws -> Outcome {
        guard let ends = PacketPair() else { throw CancellationError() }
        for packet in packets {
            try #require(clinux_send_packet_now(ends.theirs.number, packet, packet.count, -1) == packet.count)
        }
        // What was sent before stays readable.
        shutdown(ends.theirs.number, Int32(SHUT_WR))
        let theirs = fcntl(ends.theirs.number, F_DUPFD_CLOEXEC, 0)
        defer { close(theirs) }
        return Transaction(
            connection: ends.takeOurs(), cancellation: Cancellation(), limit: .seconds(60), conversation: person.answer
        ).run()
    }

    @Test func malformedPacketsEndTheTransaction() throws {
        #expect(try transaction([]).isUnavailable)
        #expect(try transaction([[99]]).isUnavailable)
        #expect(try transaction([[1] + [UInt8](repeating: 65, count: 4000)]).isUnavailable)
    }

    @Test func earlyVerdictIsRefused() throws {
        #expect(try transaction([[1, 65], [16]]).isUnavailable)
    }

    @Test func outcomesAreTakenOver() throws {
        #expect(try transaction([[18] + Array("until Monday".utf8)]) == .accountLocked("until Monday"))
    }
}
