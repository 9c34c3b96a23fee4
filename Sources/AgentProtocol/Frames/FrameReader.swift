import CLinux
import Glibc
import Secrets

/// A reader of the frames that have arrived at a socket, also of those that are not complete yet.
///
/// One system call reads the available bytes into guarded memory, since it is not known yet how many of them are secret. A complete frame
/// is passed on in place. Of an incomplete or too large one, the message is moved to ordinary memory and the secret part to guarded memory
/// of its own, so that a program that never completes a frame occupies no scarce memory.
/// Not safe to use from two threads at once.
package struct FrameReader: ~Copyable {
    /// The sizes in bytes of the buffers that are kept for the next frame; a longer frame gets memory of its own.
    private static let keptMessage = 4 << 10
    private static let keptSecret = 16 << 10

    /// The maximum size of both parts of a frame together, in bytes.
    package var limit = FrameHeader.maximumBodySize
    /// The process that must have sent every byte; `nil` accepts every sender.
    package var sender: clinux_credentials?
    /// The sender of the last received bytes, if the socket was configured to report it.
    package private(set) var lastSender: clinux_credentials?

    // What has come at once: from `start` on, `arrived` bytes.
    private let buffers: GuardedBufferPool
    private var scratch: GuardedMemory?
    private var start = 0
    private var arrived = 0
    /// The header of the complete frame.
    private var completeHeader: FrameHeader?

    // A frame that arrives in pieces.
    private var headerBytes: UInt64 = 0
    private var header: FrameHeader?
    private var received = 0
    private var messageBytes: [UInt8] = []
    private var secretMemory: GuardedMemory?
    private let keepsGuardedMemory: Bool
    /// The memory that the frame has been lent; `nil` if nothing limits it.
    package private(set) var loan: MemoryLoan?
    /// Whether nothing more is received until there is memory for it (``MemoryLoan/wait(wake:)``).
    package private(set) var lacksMemory = false

    /// - Parameters:
    ///   - keepsGuardedMemory: whether guarded memory, which is slow to get and scarce, is kept between frames.
    ///   - buffers: the pool for memory that is needed for a moment only; `nil` for a pool of its own.
    ///   - loan: the memory for frames that come in pieces; `nil` for no limit.
    package init(keepsGuardedMemory: Bool, buffers: GuardedBufferPool? = nil, loan: MemoryLoan? = nil) {
        self.keepsGuardedMemory = keepsGuardedMemory
        self.loan = loan
        self.buffers = if let buffers { buffers } else { GuardedBufferPool(maximumCount: 1) }
    }

    deinit { if let scratch { buffers.release(scratch, used: start..<start + arrived) } }

    /// Whether a part of a frame has arrived, but not the rest.
    package var isInFrame: Bool { received > 0 || arrived > 0 }

    /// Whether bytes were read from the socket that were not passed on yet: no further event reports them.
    package var hasMore: Bool { arrived > 0 || isComplete }

    /// Whether a frame that arrived in pieces is complete.
    private var isComplete: Bool { if let header { received >= header.size } else { false } }

    /// Reads until a frame is complete.
    ///
    /// - Parameters:
    ///   - descriptor: the socket.
    ///   - waits: whether to wait for the rest.
    /// - Returns: false if more has to arrive first, which is only possible if `waits` is false.
    package mutating func fill(from descriptor: Int32, waits: Bool) throws(FrameError) -> Bool {
        if completeHeader != nil { return true }
        if received == 0 {
            if arrived == 0 { guard try receiveAtOnce(descriptor, waits) else { return false } }
            if try parseCompleteFrame() { return true }
            guard try split() else { return false }
        }
        return try assemble(from: descriptor, waits: waits)
    }

    /// Waits for data for at most the socket's timeout (SO_RCVTIMEO), and reads it.
    ///
    /// - Returns: whether a frame is complete.
    package mutating func waitForData(on descriptor: Int32) throws(FrameError) -> Bool {
        guard !isInFrame else { return try fill(from: descriptor, waits: false) }
        do throws(FrameError) {
            guard try receiveAtOnce(descriptor, true) else { return false }
        } catch {
            guard error == .tooSlow else { throw error }
            return false
        }
        return try fill(from: descriptor, waits: false)
    }

    /// Passes the frame that ``fill(from:waits:)`` has completed to `body`; then the reader is ready for the next one.
    package mutating func take<Result, Failure: Error>(
        _ body: (_ message: UnsafeRawBufferPointer, _ secret: UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let completeHeader, let scratch else { return try takeAssembled(body) }
        let message = start + FrameHeader.size
        let secret = message + completeHeader.messageLength
        let end = secret + completeHeader.secretLength
        defer { finishCompleteFrame(upTo: end) }
        return try scratch.bytes.withUnsafeBytes { (bytes) throws(Failure) in
            try body(
                UnsafeRawBufferPointer(rebasing: bytes[message..<secret]),
                UnsafeRawBufferPointer(rebasing: bytes[secret..<end]))
        }
    }

    // MARK: - Memory

    /// Takes the memory that the last frame was lent, for the work that it asks for; `nil` if that is little.
    package mutating func takeLoan() -> MemoryLoan? {
        guard let loan, loan.count > MemoryBudget.smallSize else { return nil }
        loan.dependsOnProgram(since: nil)
        self.loan = loan.next()
        return loan
    }

    /// Notes whether memory is held for a frame of which the rest has not come.
    ///
    /// - Parameter time: in nanoseconds of ``Clock.sinceBoot``.
    package func noteProgress(at time: UInt64) {
        loan?.dependsOnProgram(since: isInFrame && !lacksMemory ? time : nil)
    }

    /// The bytes of a body that the first memory of its own is for.
    private static let firstRoom = 4 << 10

    /// Makes room for more of a frame's body: what its header says is not believed before a part of it has come.
    ///
    /// - Parameter done: the bytes of the body that have come, or have to have room now.
    /// - Returns: false if there is no memory for that now.
    /// - Throws: `.tooSlow` if there was none for too long.
    private mutating func makeRoom(for header: FrameHeader, after done: Int) throws(FrameError) -> Bool {
        let body = header.messageLength + header.secretLength
        var room = min(messageBytes.count, header.messageLength)
        // The room for the secret part, which may be kept from an earlier frame, is not for what comes before it.
        if room == header.messageLength { room += min(secretMemory?.count ?? 0, header.secretLength) }
        guard room <= done, room < body else { return true }
        var target = body
        if let loan {
            let next = max(Self.firstRoom, 2 * done)
            if next < MemoryBudget.smallSize { target = min(next, body) }
            guard !loan.isRefused else { throw .tooSlow }
            let isSmall = target <= MemoryBudget.smallSize
            lacksMemory = !loan.grow(to: isSmall ? target : MemoryBudget.cost(of: target))
            guard !lacksMemory else { return false }
        }
        growMessage(to: min(target, header.messageLength))
        try growSecret(to: target - min(target, header.messageLength), of: header)
        return true
    }

    private mutating func growMessage(to count: Int) {
        guard messageBytes.count < count else { return }
        var grown = [UInt8](repeating: 0, count: loan == nil ? max(count, 1024) : count)
        grown.withUnsafeMutableBytes { new in messageBytes.withUnsafeBytes { new.copyMemory(from: $0) } }
        messageBytes = grown
    }

    /// - Throws: `.system(ENOMEM)`, which ends this connection and no other.
    private mutating func growSecret(to count: Int, of header: FrameHeader) throws(FrameError) {
        guard count > secretMemory?.count ?? 0 else { return }
        guard SecretMemory.hasRoom(for: count) else { throw .system(ENOMEM) }
        let grown = GuardedMemory(count: max(count, keepsGuardedMemory ? Self.keptSecret : 0))
        secretMemory?.bytes.withUnsafeBytes { old in
            grown.bytes.withUnsafeMutableBytes { $0.copyMemory(from: old) }
        }
        secretMemory = grown
    }

    // MARK: - At once

    private mutating func receiveAtOnce(_ descriptor: Int32, _ waits: Bool) throws(FrameError) -> Bool {
        let scratch = buffers.take()
        var from = clinux_credentials()
        let count = scratch.bytes.withUnsafeMutableBytes { bytes in
            var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            return clinux_receive(descriptor, &part, 1, waits, &from)
        }
        do throws(FrameError) {
            guard try check(count, from: from, waits) else {
                buffers.release(scratch, used: 0..<0)
                return false
            }
        } catch {
            buffers.release(scratch, used: 0..<max(0, count))
            throw error
        }
        (self.scratch, start, arrived) = (scratch, 0, count)
        return true
    }

    /// Whether the received bytes begin with a complete frame.
    private mutating func parseCompleteFrame() throws(FrameError) -> Bool {
        guard arrived >= FrameHeader.size, let scratch else { return false }
        let header = try scratch.bytes.withUnsafeBytes { [start, limit] (bytes) throws(FrameError) in
            try FrameHeader(UnsafeRawBufferPointer(rebasing: bytes[start..<start + FrameHeader.size]), limit: limit)
        }
        guard header.size <= arrived else { return false }
        completeHeader = header
        return true
    }

    private mutating func finishCompleteFrame(upTo end: Int) {
        scratch?.wipe(start..<end)
        completeHeader = nil
        arrived -= end - start
        start = end
        if arrived == 0 { returnScratch() }
    }

    private mutating func returnScratch() {
        if let scratch { buffers.release(scratch, used: start..<start + arrived) }
        (scratch, start, arrived) = (nil, 0, 0)
    }

    /// Moves the received part of a frame to the buffers that the rest will be read into.
    ///
    /// - Returns: false if there is no memory for that now: the part stays where it is.
    private mutating func split() throws(FrameError) -> Bool {
        guard let scratch else { return true }
        defer { if !lacksMemory { returnScratch() } }
        return try scratch.bytes.withUnsafeBytes { (bytes) throws(FrameError) in
            try split(UnsafeRawBufferPointer(rebasing: bytes[start..<start + arrived]))
        }
    }

    private mutating func split(_ arrived: UnsafeRawBufferPointer) throws(FrameError) -> Bool {
        withUnsafeMutableBytes(of: &headerBytes) { $0.copyBytes(from: arrived.prefix(FrameHeader.size)) }
        received = arrived.count
        guard arrived.count > FrameHeader.size else { return true }
        let header = try parseHeader()
        let body = arrived.dropFirst(FrameHeader.size)
        guard try makeRoom(for: header, after: body.count) else {
            (received, self.header) = (0, nil)
            return false
        }
        messageBytes.withUnsafeMutableBytes { $0.copyBytes(from: body.prefix(header.messageLength)) }
        let secret = body.dropFirst(header.messageLength)
        if !secret.isEmpty { secretMemory?.bytes.withUnsafeMutableBytes { $0.copyBytes(from: secret) } }
        return true
    }

    // MARK: - In pieces

    private mutating func assemble(from descriptor: Int32, waits: Bool) throws(FrameError) -> Bool {
        if header == nil {
            while received < FrameHeader.size {
                guard try receiveHeader(descriptor, waits) else { return false }
            }
            _ = try parseHeader()
        }
        guard let header else { return false }
        while received < header.size {
            guard try makeRoom(for: header, after: received - FrameHeader.size) else { return false }
            guard try receiveParts(header, descriptor, waits) else { return false }
        }
        return true
    }

    private mutating func parseHeader() throws(FrameError) -> FrameHeader {
        let header = try withUnsafeBytes(of: headerBytes) { [limit] (bytes) throws(FrameError) in
            try FrameHeader(bytes, limit: limit)
        }
        self.header = header
        return header
    }

    private mutating func takeAssembled<Result, Failure: Error>(
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

    private mutating func finish(_ frame: FrameHeader) {
        header = nil
        received = 0
        if let loan, loan.count <= MemoryBudget.smallSize { loan.shrink(to: 0) }
        if !keepsGuardedMemory || messageBytes.count > Self.keptMessage { messageBytes = [] }
        if !keepsGuardedMemory || secretMemory?.count ?? 0 > Self.keptSecret {
            secretMemory = nil
        } else {
            secretMemory?.wipe(0..<frame.secretLength)
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
            let room = min(message.count, header.messageLength)
            let message = iovec(iov_base: message.baseAddress.map { $0 + ofMessage }, iov_len: room - ofMessage)
            guard let secretMemory, room == header.messageLength, header.secretLength > 0 else {
                return clinux_receive(descriptor, [message], 1, waits, &from)
            }
            return secretMemory.bytes.withUnsafeMutableBytes { secret in
                let room = min(secret.count, header.secretLength)
                let secret = iovec(iov_base: secret.baseAddress.map { $0 + ofSecret }, iov_len: room - ofSecret)
                return clinux_receive(descriptor, [message, secret], 2, waits, &from)
            }
        }
        return try took(count, from: from, waits)
    }

    private mutating func took(
        _ count: Int, from: clinux_credentials, _ waits: Bool
    ) throws(FrameError) -> Bool {
        guard try check(count, from: from, waits) else { return false }
        received += count
        return true
    }

    /// - Returns: false if nothing was available.
    private mutating func check(
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
            throw .wrongSender
        }
        lastSender = from
        return true
    }
}
