/// A SEQUENCE of unsigned INTEGERs in DER: RSA keys and ECDSA signatures. The memory of the numbers is borrowed.
///
/// Specified in: ITU-T X.690, 8.3, 8.9, 10.1.
package struct DERNumbers {
    private static let sequence: UInt8 = 0x30
    private static let integer: UInt8 = 0x02

    /// The numbers without leading zeros; zero is empty.
    package let numbers: [UnsafeRawBufferPointer]

    /// - Parameter numbers: numbers, the most significant byte first; zeros in front are left out.
    package init(_ numbers: [UnsafeRawBufferPointer]) {
        self.numbers = numbers.map { UnsafeRawBufferPointer(rebasing: $0.drop { $0 == 0 }) }
    }

    /// Reads a sequence that fills `data`. Nil for any other encoding than DER, and for negative numbers.
    package init?(reading data: UnsafeRawBufferPointer) {
        var reader = DERReader(data)
        guard let content = reader.element(Self.sequence), reader.isEmpty else { return nil }
        reader = DERReader(content)
        var numbers: [UnsafeRawBufferPointer] = []
        while !reader.isEmpty {
            guard let number = reader.element(Self.integer), let first = number.first, first < 0x80 else { return nil }
            // A zero in front only if the number would be negative without it, or is zero.
            if first == 0, number.count > 1, number[1] < 0x80 { return nil }
            numbers.append(UnsafeRawBufferPointer(rebasing: number.drop { $0 == 0 }))
        }
        self.numbers = numbers
    }

    /// The number of bytes of the encoding.
    package var count: Int { Self.size(contentCount) }

    private var contentCount: Int { numbers.reduce(0) { $0 + Self.size(Self.size(of: $1)) } }

    /// Writes the encoding into a buffer of ``count`` bytes.
    package func write(to buffer: UnsafeMutableRawBufferPointer) {
        var writer = Writer(buffer: buffer)
        writer.head(Self.sequence, contentCount)
        for number in numbers {
            writer.head(Self.integer, Self.size(of: number))
            if Self.size(of: number) > number.count { writer.byte(0) }
            writer.bytes(number)
        }
    }

    /// The number of bytes of an INTEGER's content.
    private static func size(of number: UnsafeRawBufferPointer) -> Int {
        guard let first = number.first else { return 1 }
        return number.count + (first < 0x80 ? 0 : 1)
    }

    /// The number of bytes of an element with so many bytes of content.
    private static func size(_ content: Int) -> Int { 1 + lengthBytes(content).count + content }

    /// Returns the encoding of a length.
    package static func lengthBytes(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
        let bytes = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
        return [0x80 | UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
}

private struct Writer {
    let buffer: UnsafeMutableRawBufferPointer
    var position = 0

    init(buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    mutating func head(_ tag: UInt8, _ count: Int) {
        byte(tag)
        for byte in DERNumbers.lengthBytes(count) { self.byte(byte) }
    }

    mutating func byte(_ byte: UInt8) {
        buffer[position] = byte
        position += 1
    }

    mutating func bytes(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[position...]).copyMemory(from: bytes)
        position += bytes.count
    }
}
