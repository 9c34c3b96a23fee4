/// The end of the log, to be kept where those who can write to the log's files cannot: in the keychain.
public struct Head: Hashable, Codable, Sendable {
    /// Number of the last record.
    public let sequence: UInt64
    /// In which segment it is.
    public let segment: UInt32
    /// Its MAC, 32 bytes.
    public let mac: [UInt8]

    /// What was kept. If `mac` has not 32 bytes, opening the log says that the head is missing.
    public init(sequence: UInt64, segment: UInt32, mac: [UInt8]) {
        self.sequence = sequence
        self.segment = segment
        self.mac = mac
    }
}

/// A place in the chain.
struct Link: Equatable {
    /// Before the first record.
    static let start = Link(sequence: 0, segment: 0, mac: .zero)
    /// Far more than anybody will write, and nothing overflows.
    static let maximumSequence = UInt64(1) << 62
    static let maximumSegment: UInt32 = 99_999_998

    var sequence: UInt64
    var segment: UInt32
    var mac: MAC

    var head: Head { Head(sequence: sequence, segment: segment, mac: mac.bytes) }
}

extension Link {
    /// - Returns: nil if this is no head that this code has made.
    init?(_ head: Head) {
        guard let mac = MAC(head.mac), head.sequence < Self.maximumSequence, head.segment < Self.maximumSegment else {
            return nil
        }
        self.init(sequence: head.sequence, segment: head.segment, mac: mac)
    }
}
