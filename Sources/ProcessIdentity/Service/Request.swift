import LinuxSupport

/// The service's request: a number, accompanied by a pidfd.
enum Request {
    static let size = 8

    static func encode(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: size)
        writer.append(number)
        return writer.bytes
    }

    static func decode(_ packet: borrowing Packet) -> UInt64? {
        guard packet.length == size else { return nil }
        var reader = ByteReader(packet.bytes)
        return try? reader.integer()
    }
}

extension PacketPair {
    /// - Throws: `.unanswered` if the process has too many descriptors.
    static func made() throws(IdentificationFailure) -> PacketPair {
        guard let pair = PacketPair() else { throw .unanswered }
        return pair
    }
}
