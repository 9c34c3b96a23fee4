/// What libFuzzer made up, taken apart piece by piece. Once it is used up there are zeros.
public struct FuzzInput {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    public var isEmpty: Bool { position >= bytes.count }

    public mutating func byte() -> UInt8 {
        guard !isEmpty else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number from 0 up to but not including `bound`.
    public mutating func number(below bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        let two = Int(byte()) << 8 | Int(byte())
        return bound > 65536 ? (two << 16 | Int(byte()) << 8 | Int(byte())) % bound : two % bound
    }

    public mutating func integer() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
    }

    /// As many bytes as the next two say, or as there are.
    public mutating func chunk(atMost most: Int = .max) -> [UInt8] {
        let count = min(number(below: 65536), most, bytes.count - min(position, bytes.count))
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// All that is left.
    public mutating func rest() -> UnsafeRawBufferPointer {
        defer { position = bytes.count }
        return UnsafeRawBufferPointer(rebasing: bytes[min(position, bytes.count)...])
    }
}

/// Ends the program, which is how libFuzzer learns of a finding.
public func finding(_ what: String) -> Never { fatalError(what) }
