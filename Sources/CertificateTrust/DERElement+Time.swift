import Glibc

extension DERElement {
    /// A time, in seconds since 1970: YYMMDDHHMMSSZ or YYYYMMDDHHMMSSZ. Nil for any other form, and for a time that never was.
    ///
    /// Specified in: RFC 5280, 4.1.2.5.
    var seconds: Int? {
        let digits = content.dropLast()
        guard content.last == UInt8(ascii: "Z"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let pairs = stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map { index in
            Int32(digits[index] - 0x30) * 10 + Int32(digits[index + 1] - 0x30)
        }
        switch (tag, digits.count) {
        case (DERTag.shortTime, 12): return Self.seconds((pairs[0] < 50 ? 2000 : 1900) + pairs[0], pairs[1...])
        case (DERTag.time, 14): return Self.seconds(pairs[0] * 100 + pairs[1], pairs[2...])
        default: return nil
        }
    }

    /// - Parameter rest: month, day, hour, minute, second.
    private static func seconds(_ year: Int32, _ rest: ArraySlice<Int32>) -> Int? {
        let rest = Array(rest)
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, rest[0] - 1, rest[1])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (rest[2], rest[3], rest[4])
        guard rest[2] < 24, rest[3] < 60, rest[4] < 60 else { return nil }
        let seconds = timegm(&parts)
        // timegm(3) makes March of the 30th of February.
        return parts.tm_mon == rest[0] - 1 && parts.tm_mday == rest[1] ? seconds : nil
    }
}
