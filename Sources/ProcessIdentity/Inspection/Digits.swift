extension Collection<UInt8> {
    /// Returns the value of decimal digits, or `nil` for anything else or on overflow.
    func decimal<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
        let isNegative = Value.isSigned && first == UInt8(ascii: "-")
        let magnitude = (isNegative ? dropFirst() : self[...]).digits(Value.Magnitude.self, radix: 10)
        guard let magnitude, let value = Value(exactly: magnitude) else { return nil }
        return isNegative ? 0 - value : value
    }

    /// Returns the value of hexadecimal digits, or `nil` for anything else or on overflow.
    func hexadecimal<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type = Value.self) -> Value? {
        digits(type, radix: 16)
    }

    private func digits<Value: FixedWidthInteger>(_ type: Value.Type, radix: Value) -> Value? {
        guard !isEmpty else { return nil }
        var result: Value = 0
        for byte in self {
            guard let digit = Value(exactly: byte.digit), digit < radix else { return nil }
            let (product, tooLarge) = result.multipliedReportingOverflow(by: radix)
            let (sum, overflow) = product.addingReportingOverflow(digit)
            guard !tooLarge, !overflow else { return nil }
            result = sum
        }
        return result
    }
}

extension UInt8 {
    /// The value of a digit; 99 if it is not a digit.
    fileprivate var digit: UInt8 {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: 99
        }
    }
}
