/// The header of a frame: the lengths of its two parts.
///
/// Four bytes of the message's length, four of the secret part's, both little-endian; then the message, then the secret part. Specified in:
/// Docs/agent-protocol.md, "Frames".
package struct FrameHeader: Equatable, Sendable {
    package static let size = 8
    /// The maximum size of both parts together in bytes: the largest item has 16 MiB of secrets and 1 MiB of attributes.
    package static let maximumBodySize = 17 << 20
    /// The maximum size of a frame before its sender is identified.
    package static let maximumGreetingSize = 64 << 10

    /// The length of the message in bytes.
    package let messageLength: Int
    /// The length of the secret part in bytes.
    package let secretLength: Int

    /// The size of the whole frame in bytes.
    package var size: Int { Self.size + messageLength + secretLength }

    package init(messageLength: Int, secretLength: Int) {
        self.messageLength = messageLength
        self.secretLength = secretLength
    }

    /// - Parameters:
    ///   - bytes: exactly ``size`` of them.
    ///   - limit: the maximum size of both parts together in bytes.
    /// - Throws: `FrameError.tooLarge`.
    package init(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(FrameError) {
        messageLength = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        secretLength = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        // Each is below 2^32: the sum cannot overflow.
        guard messageLength + secretLength <= limit else { throw .tooLarge }
    }

    /// The eight bytes as one number, in memory order.
    package var encoded: UInt64 {
        (UInt64(UInt32(truncatingIfNeeded: messageLength)) | UInt64(UInt32(truncatingIfNeeded: secretLength)) << 32)
            .littleEndian
    }
}

/// An error in the transfer of a frame, independent of its contents.
package enum FrameError: Error, Equatable {
    /// The frame is longer than the protocol allows.
    case tooLarge
    /// The peer closed the connection, between two frames or in the middle of one.
    case closed
    /// A system call failed with this errno value.
    case system(Int32)
    /// The bytes are not the expected message.
    case malformed
    /// A process other than the one that made the connection sent the frame.
    case wrongSender
    /// Nothing was sent or received for too long.
    case tooSlow
}
