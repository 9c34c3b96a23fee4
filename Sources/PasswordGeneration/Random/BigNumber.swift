import Glibc

/// A natural number of any size. There are about 2^3,300 passwords of 512 characters, and the count has to be exact.
struct BigNumber: Hashable, Sendable {
    /// The digits in base 2^64, the lowest first; the highest is not zero.
    private(set) var digits: [UInt64] = []

    static let zero = BigNumber()

    init() {}

    init(_ value: Int) { if value > 0 { digits = [UInt64(value)] } }

    var isZero: Bool { digits.isEmpty }

    var bitWidth: Int { digits.count * 64 - (digits.last?.leadingZeroBitCount ?? 0) }

    /// The logarithm to the base 2; minus infinity for zero.
    var logarithm: Double {
        guard let top = digits.last else { return -.infinity }
        let next = digits.count > 1 ? digits[digits.count - 2] : 0
        let leading = Double(top) + Double(next) * 0x1p-64
        return log2(leading) + Double((digits.count - 1) * 64)
    }

    static func += (one: inout BigNumber, other: BigNumber) {
        var carry: UInt64 = 0
        for index in 0..<max(one.digits.count, other.digits.count) {
            if index == one.digits.count { one.digits.append(0) }
            let (sum, over) = one.digits[index].addingReportingOverflow(
                index < other.digits.count ? other.digits[index] : 0)
            let (total, overAgain) = sum.addingReportingOverflow(carry)
            one.digits[index] = total
            carry = over || overAgain ? 1 : 0
        }
        if carry > 0 { one.digits.append(carry) }
    }

    /// Subtracts `other`, which must not exceed `one`.
    static func -= (one: inout BigNumber, other: BigNumber) {
        var borrow: UInt64 = 0
        for index in one.digits.indices {
            let (difference, under) = one.digits[index].subtractingReportingOverflow(
                index < other.digits.count ? other.digits[index] : 0)
            let (total, underAgain) = difference.subtractingReportingOverflow(borrow)
            one.digits[index] = total
            borrow = under || underAgain ? 1 : 0
        }
        precondition(borrow == 0, "a number below zero")
        one.trim()
    }

    static func - (one: BigNumber, other: BigNumber) -> BigNumber {
        var result = one
        result -= other
        return result
    }

    /// Multiplies by `factor`, which must not be negative.
    static func * (one: BigNumber, factor: Int) -> BigNumber {
        var result = one
        var carry: UInt64 = 0
        for index in result.digits.indices {
            let product = result.digits[index].multipliedFullWidth(by: UInt64(factor))
            let (low, over) = product.low.addingReportingOverflow(carry)
            result.digits[index] = low
            carry = product.high &+ (over ? 1 : 0)
        }
        if carry > 0 { result.digits.append(carry) }
        result.trim()
        return result
    }

    private mutating func trim() {
        while digits.last == 0 { digits.removeLast() }
    }

    /// Returns a uniformly distributed number from 0 up to but not including `bound`, which must not be zero.
    static func random(below bound: BigNumber, uniform: (UInt32) -> UInt32) -> BigNumber {
        let width = bound.bitWidth
        while true {
            var result = BigNumber()
            for _ in bound.digits {
                result.digits.append((0..<4).reduce(0) { digit, _ in digit << 16 | UInt64(uniform(1 << 16)) })
            }
            result.digits[result.digits.count - 1] >>= UInt64(bound.digits.count * 64 - width)
            result.trim()
            if result < bound { return result }
        }
    }
}

extension BigNumber: Comparable {
    static func < (one: BigNumber, other: BigNumber) -> Bool {
        guard one.digits.count == other.digits.count else { return one.digits.count < other.digits.count }
        for index in one.digits.indices.reversed() where one.digits[index] != other.digits[index] {
            return one.digits[index] < other.digits[index]
        }
        return false
    }
}
