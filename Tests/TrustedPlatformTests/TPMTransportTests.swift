import Foundation
import Glibc
import TestSupport
import Testing

@testable import TrustedPlatform

/// A TPM that hangs, played by a pipe.
@Suite struct TPMTransportTests {
    private let directory: TemporaryDirectory
    private var path: String { directory("tpm") }

    init() throws { directory = try TemporaryDirectory() }

    /// The other end of a new pipe at ``path``, which is not read.
    private func pipe() throws -> Int32 {
        try #require(mkfifo(path, 0o600) == 0)
        let end = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(end >= 0)
        return end
    }

    private func transport() throws -> TPMTransport {
        try TPMTransport(TPMAddress("pipe", at: .device(path: path)), timeout: 1)
    }

    private func send(_ transport: TPMTransport) -> Bool {
        [UInt8](repeating: 0, count: 12).withUnsafeBytes { transport.send($0) }
    }

    /// In vain, rather than for ever; and whatever comes later is no answer to anything.
    @Test func aCommandThatIsNotTakenIsGivenUp() throws {
        let end = try pipe()
        defer { close(end) }
        var block = [UInt8](repeating: 0, count: 4096)
        while write(end, block, block.count) > 0 {}
        let transport = try transport()
        #expect(!send(transport))
        while read(end, &block, block.count) > 0 {}
        #expect(!send(transport))
        #expect(transport.answerLength() == nil)
    }

    @Test func anAnswerThatDoesNotComeIsGivenUp() throws {
        let end = try pipe()
        defer { close(end) }
        let transport = try transport()
        #expect(send(transport))
        var block = [UInt8](repeating: 0, count: 4096)
        #expect(read(end, &block, block.count) == 12)
        #expect(transport.answerLength() == nil)
    }
}
