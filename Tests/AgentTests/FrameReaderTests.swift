import AgentProtocol
import CLinux
import Glibc
import Testing

/// Frames that come in pieces.
@Suite struct FrameReaderTests {
    /// A reader that keeps its memory takes a long message after a frame whose secret part was short.
    @Test(arguments: [true, false]) func longFramesComeAfterShortOnes(keepsMemory: Bool) throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        try #require(clinux_receive_credentials(ends[1]) == 0)
        var reader = FrameReader(keepsGuardedMemory: keepsMemory)
        for (message, secret) in [(0, 2), (22, 200), (3000, 20_000), (10, 20_000), (5000, 10)] {
            let frame = Self.frame(message: message, secret: secret)
            var isComplete = false
            // The first piece is shorter than a header, so that no frame comes at once.
            for place in [0..<5] + stride(from: 5, to: frame.count, by: 700).map({ $0..<min($0 + 700, frame.count) }) {
                let piece = Array(frame[place])
                try #require(send(ends[0], piece, piece.count, 0) == piece.count)
                isComplete = try reader.fill(from: ends[1], waits: false)
            }
            #expect(isComplete)
            reader.take { found, foundSecret in
                #expect(found.elementsEqual(frame[8..<8 + message]))
                #expect(foundSecret.elementsEqual(frame[(8 + message)...]))
            }
        }
    }

    private static func frame(message: Int, secret: Int) -> [UInt8] {
        let header = FrameHeader(messageLength: message, secretLength: secret).encoded
        let body = (0..<message + secret).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        return withUnsafeBytes(of: header) { Array($0) } + body
    }
}
