import Secrets

/// Replaces values in a stream of bytes, also where they come in several parts.
///
/// Bytes that may be the beginning of a value are held back until it is decided. So that a prompt and typed characters appear, the first
/// three of them are let through after a pause (``releaseBeginning(to:)``); what follows is still masked.
public final class OutputMask {
    /// The text in place of a value.
    public static let replacement = "<concealed by chatelaine>"
    /// The number of held bytes that a pause lets through: less than the smallest value that is masked.
    static let mostReleased = MaskPatterns.smallestValue - 1

    /// A function that receives the bytes to write.
    public typealias Writer = (UnsafeRawBufferPointer) throws -> Void

    private let patterns: MaskPatterns
    /// Bytes that are not decided yet.
    private var held: [UInt8] = []
    /// The number of held bytes at the beginning that were written already.
    private var released = 0

    /// Makes a mask.
    public init(_ patterns: MaskPatterns) { self.patterns = patterns }

    deinit { wipeHeld() }

    /// Whether bytes are held back that a pause would let through.
    public var holdsBeginning: Bool { released < min(held.count, Self.mostReleased) }

    /// Masks the next bytes.
    public func process(_ bytes: UnsafeRawBufferPointer, to write: Writer) throws {
        if held.isEmpty { return hold(try decide(bytes, isEnd: false, to: write), of: bytes) }
        try withJoined(bytes) { joined in hold(try decide(joined, isEnd: false, to: write), of: joined) }
    }

    /// Writes what is held back. No bytes follow.
    public func finish(to write: Writer) throws {
        try withJoined(UnsafeRawBufferPointer(start: nil, count: 0)) { joined in
            _ = try decide(joined, isEnd: true, to: write)
        }
        wipeHeld()
    }

    /// Lets the first held bytes through.
    public func releaseBeginning(to write: Writer) throws {
        let end = min(held.count, Self.mostReleased)
        guard released < end else { return }
        let from = released
        released = end
        try held.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[from..<end])) }
    }

    /// Writes all that is decided.
    ///
    /// - Returns: the number of bytes that are decided.
    private func decide(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, to write: Writer) throws -> Int {
        var (position, textStart) = (0, 0)
        defer { released = max(0, released - position) }
        func endText() throws {
            let start = max(textStart, released)
            if start < position { try write(UnsafeRawBufferPointer(rebasing: bytes[start..<position])) }
        }
        while position < bytes.count {
            guard patterns.begins(with: bytes[position]) else {
                position += 1
                continue
            }
            switch concealed(bytes, at: position, isEnd: isEnd) {
            case .none: position += 1
            case .undecided:
                try endText()
                return position
            case .found(let count):
                try endText()
                var text = Self.replacement
                try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
                position += count
                textStart = position
            }
        }
        try endText()
        return position
    }

    /// The length of the values at a position: of one, and of those that overlap it.
    private func concealed(_ bytes: UnsafeRawBufferPointer, at start: Int, isEnd: Bool) -> MaskPatterns.Match {
        func match(_ position: Int) -> MaskPatterns.Match {
            patterns.match(at: UnsafeRawBufferPointer(rebasing: bytes[position...]), isEnd: isEnd)
        }
        guard case .found(let count) = match(start) else { return match(start) }
        var (end, position) = (start + count, start + 1)
        while position < end {
            switch match(position) {
            case .none: break
            case .undecided: return .undecided
            case .found(let count): end = max(end, position + count)
            }
            position += 1
        }
        return .found(end - start)
    }

    private func withJoined(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        var joined: [UInt8] = []
        joined.reserveCapacity(held.count + bytes.count)
        joined += held
        joined += bytes
        defer { joined.withUnsafeMutableBytes { wipe($0) } }
        try joined.withUnsafeBytes(body)
    }

    private func hold(_ decided: Int, of bytes: UnsafeRawBufferPointer) {
        wipeHeld()
        held = Array(bytes[decided...])
    }

    private func wipeHeld() {
        held.withUnsafeMutableBytes { wipe($0) }
        held = []
    }
}
