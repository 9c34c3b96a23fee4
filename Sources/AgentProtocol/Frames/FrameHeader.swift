/// What every frame begins with: the lengths of its two parts.
///
/// Four bytes of the message's length, four of the secret part's, both little-endian; then the message, then the secret part.
/// Specified in: Docs/agent-protocol.md, "Frames".
package struct FrameHeader: Equatable, Sendable {
    package static let size = 8
    /// The largest item has 16 MiB of secrets and 1 MiB of attributes.
    package static let mostBytes = 17 << 20
    /// What a frame may have before anything is known about its sender.
    package static let mostBytesOfGreeting = 64 << 10

    /// In bytes.
    package let messageLength: Int
    /// In bytes.
    package let secretLength: Int

    /// Of the whole frame, in bytes.
    package var size: Int { Self.size + messageLength + secretLength }

    package init(messageLength: Int, secretLength: Int) {
        self.messageLength = messageLength
        self.secretLength = secretLength
    }

    /// - Parameters:
    ///   - bytes: exactly ``size`` of them.
    ///   - limit: how many bytes both parts together may have.
    /// - Throws: `FrameError.tooLarge`.
    package init(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(FrameError) {
        messageLength = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        secretLength = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        // Each is below 2^32: the sum cannot overflow.
        guard messageLength + secretLength <= limit else { throw .tooLarge }
    }

    /// The eight bytes as one number, in the order in which they lie in memory.
    package var encoded: UInt64 {
        (UInt64(UInt32(truncatingIfNeeded: messageLength)) | UInt64(UInt32(truncatingIfNeeded: secretLength)) << 32)
            .littleEndian
    }
}

/// What can be wrong with a frame, whatever it says.
package enum FrameError: Error, Equatable {
    /// Longer than the protocol allows.
    case tooLarge
    /// The other end closed the connection, between two frames or in the middle of one.
    case closed
    /// The kernel's error number.
    case system(Int32)
    /// Bytes that are not the message that belongs here.
    case malformed
    /// Sent by another process than the one that made the connection.
    case foreignSender
    /// Nothing was sent or taken for too long.
    case tooSlow
}
