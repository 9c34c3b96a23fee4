/// A source that knows which passwords have leaked.
public protocol LeakSource: Sendable {
    /// Returns those of the hashes that have leaked, with the number of times; `nil` if the source has no numbers.
    func counts(
        of hashes: [LeakHash], isCancelled: @Sendable () -> Bool
    ) throws(HealthError) -> [LeakHash: Int?]
}

extension UInt8 {
    var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
    /// The byte with small letters of ASCII as capital ones.
    var capital: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}

extension Sequence<UInt8> {
    /// The number that decimal digits say; `nil` if they are none, or more than 18.
    var decimal: Int? {
        var (number, count) = (0, 0)
        for digit in self {
            guard (0x30...0x39).contains(digit), count < 18 else { return nil }
            number = number * 10 + Int(digit - 0x30)
            count += 1
        }
        return count > 0 ? number : nil
    }
}
