/// The end of the log, to be kept out of reach of programs that can write to the log's files: in the keychain.
package struct Head: Hashable, Codable, Sendable {
    /// The number of the last record.
    package let sequence: UInt64
    /// The segment of the last record.
    package let segment: UInt32
    /// The MAC of the last record, 32 bytes.
    package let mac: [UInt8]

    /// Creates a head from stored values. If `mac` does not have 32 bytes, opening the log reports that the head is
    /// missing.
    package init(sequence: UInt64, segment: UInt32, mac: [UInt8]) {
        self.sequence = sequence
        self.segment = segment
        self.mac = mac
    }
}

/// A position in the chain.
struct ChainPosition: Equatable {
    /// The position before the first record.
    static let start = ChainPosition(sequence: 0, segment: 0, mac: .zero)
    /// A limit far above any real number of records, below which nothing overflows.
    static let maximumSequence = UInt64(1) << 62
    static let maximumSegment: UInt32 = 99_999_998

    var sequence: UInt64
    var segment: UInt32
    var mac: MAC

    var head: Head { Head(sequence: sequence, segment: segment, mac: mac.bytes) }
}

extension ChainPosition {
    /// - Returns: `nil` if this code cannot have made the head.
    init?(_ head: Head) {
        guard let mac = MAC(head.mac), head.sequence < Self.maximumSequence, head.segment < Self.maximumSegment else {
            return nil
        }
        self.init(sequence: head.sequence, segment: head.segment, mac: mac)
    }
}
