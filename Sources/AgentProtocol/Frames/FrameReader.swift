import CLinux
import Glibc
import Secrets

/// Takes frames from a socket, as far as they have come.
///
/// The message goes into ordinary memory that is used again for the next one, the secret part straight into guarded memory.
/// Not safe to use from two threads at once.
package struct FrameReader: ~Copyable {
    /// Bytes that are kept for the next frame; a longer one gets memory of its own.
    private static let keptMessage = 4 << 10
    private static let keptSecret = 16 << 10

    /// How many bytes both parts of a frame may have together.
    package var limit = FrameHeader.mostBytes
    /// Who has to have sent every byte; nil: anybody.
    package var sender: clinux_credentials?

    /// Who has sent what came last, where the socket was told to say so.
    package private(set) var lastSender: clinux_credentials?

    private var headerBytes: UInt64 = 0
    private var header: FrameHeader?
    private var received = 0
    private var messageBytes: [UInt8] = []
    private var secretMemory: GuardedMemory?
    private let keepsGuardedMemory: Bool

    /// - Parameter keepsGuardedMemory: whether guarded memory, which is slow to get and scarce, is kept between frames.
    package init(keepsGuardedMemory: Bool) { self.keepsGuardedMemory = keepsGuardedMemory }

    /// Whether a part of a frame has come and the rest has not.
    package var isInFrame: Bool { received > 0 }

    /// Reads until a frame is complete.
    ///
    /// - Parameters:
    ///   - descriptor: the socket.
    ///   - waits: whether to wait for the rest.
    /// - Returns: false if more has to come first, which cannot be if it waits.
    package mutating func fill(from descriptor: Int32, waits: Bool) throws(FrameError) -> Bool {
        if header == nil {
            while received < FrameHeader.size {
                guard try receiveHeader(descriptor, waits) else { return false }
            }
            let header = try withUnsafeBytes(of: headerBytes) { (bytes) throws(FrameError) in
                try FrameHeader(bytes, limit: limit)
            }
            prepare(for: header)
            self.header = header
        }
        guard let header else { return false }
        while received < FrameHeader.size + header.messageLength + header.secretLength {
            guard try receiveParts(header, descriptor, waits) else { return false }
        }
        return true
    }

    /// The frame that ``fill(from:waits:)`` has completed; then the reader is ready for the next one.
    package mutating func take<Result, Failure: Error>(
        _ body: (_ message: UnsafeRawBufferPointer, _ secret: UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let header else { preconditionFailure("no frame was completed") }
        defer { finish(header) }
        return try messageBytes.withUnsafeBufferPointer { (message) throws(Failure) in
            let message = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: message[..<header.messageLength]))
            guard let secretMemory else { return try body(message, UnsafeRawBufferPointer(start: nil, count: 0)) }
            return try secretMemory.bytes.withUnsafeBytes { (secret) throws(Failure) in
                try body(message, UnsafeRawBufferPointer(rebasing: secret[..<header.secretLength]))
            }
        }
    }

    private mutating func prepare(for header: FrameHeader) {
        if messageBytes.count < header.messageLength {
            messageBytes = [UInt8](repeating: 0, count: max(header.messageLength, 1024))
        }
        if header.secretLength > secretMemory?.count ?? 0 {
            secretMemory = GuardedMemory(count: max(header.secretLength, keepsGuardedMemory ? Self.keptSecret : 0))
        }
    }

    private mutating func finish(_ frame: FrameHeader) {
        header = nil
        received = 0
        if messageBytes.count > Self.keptMessage { messageBytes = [] }
        if !keepsGuardedMemory || secretMemory?.count ?? 0 > Self.keptSecret {
            secretMemory = nil
        } else {
            secretMemory?.wipe(frame.secretLength)
        }
    }

    // MARK: - Receiving

    private mutating func receiveHeader(_ descriptor: Int32, _ waits: Bool) throws(FrameError) -> Bool {
        let offset = received
        let count = withUnsafeMutableBytes(of: &headerBytes) { bytes in
            var from = clinux_credentials()
            var part = iovec(
                iov_base: bytes.baseAddress.map { $0 + offset }, iov_len: FrameHeader.size - offset)
            return (clinux_receive(descriptor, &part, 1, waits, &from), from)
        }
        return try took(count.0, from: count.1, waits)
    }

    private mutating func receiveParts(
        _ header: FrameHeader, _ descriptor: Int32, _ waits: Bool
    ) throws(FrameError) -> Bool {
        let done = received - FrameHeader.size
        let ofMessage = min(done, header.messageLength)
        let ofSecret = done - ofMessage
        var from = clinux_credentials()
        let count = messageBytes.withUnsafeMutableBytes { message in
            let message = iovec(
                iov_base: message.baseAddress.map { $0 + ofMessage }, iov_len: header.messageLength - ofMessage)
            guard let secretMemory else { return clinux_receive(descriptor, [message], 1, waits, &from) }
            return secretMemory.bytes.withUnsafeMutableBytes { secret in
                let secret = iovec(
                    iov_base: secret.baseAddress.map { $0 + ofSecret }, iov_len: header.secretLength - ofSecret)
                return clinux_receive(descriptor, [message, secret], 2, waits, &from)
            }
        }
        return try took(count, from: from, waits)
    }

    /// - Returns: false if nothing was there.
    private mutating func took(
        _ count: Int, from: clinux_credentials, _ waits: Bool
    ) throws(FrameError) -> Bool {
        guard count >= 0 else {
            switch Int32(-count) {
            case EAGAIN where waits: throw .tooSlow
            case EAGAIN: return false
            case ECONNRESET: throw .closed
            case let code: throw .system(code)
            }
        }
        guard count > 0 else { throw .closed }
        if let sender, from.pid != sender.pid || from.uid != sender.uid || from.gid != sender.gid {
            throw .foreignSender
        }
        lastSender = from
        received += count
        return true
    }
}

/// Guarded memory that is there only while it is needed.
private final class GuardedMemory {
    var bytes: SecretBytes
    let count: Int

    init(count: Int) {
        bytes = SecretBytes(zeros: count)
        self.count = count
    }

    func wipe(_ count: Int) {
        bytes.withUnsafeMutableBytes { Secrets.wipe(UnsafeMutableRawBufferPointer(rebasing: $0[..<count])) }
    }
}
