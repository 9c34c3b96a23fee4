import Foundation

/// The times of one operation, in nanoseconds.
struct Sample {
    private var sorted: [Int64]

    init(_ times: [Int64]) { sorted = times.sorted() }

    func percentile(_ share: Double) -> Double {
        guard let last = sorted.indices.last else { return .nan }
        return Double(sorted[min(last, Int(Double(sorted.count) * share))])
    }

    var median: Double { percentile(0.5) }
    var p99: Double { percentile(0.99) }
}

/// Returns the nanoseconds of the monotonic clock.
func monotonicNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A pseudo-random sequence of numbers, the same in every run (xorshift64, Marsaglia 2003).
struct Shuffle {
    private var state: UInt64 = 88_172_645_463_325_252

    /// Makes a sequence.
    ///
    /// - Parameter seed: the seed; each one gives another sequence.
    init(seed: UInt64 = 0) { state ^= seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}

extension Double {
    func formatted(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
    /// The text of nanoseconds in microseconds.
    var microseconds: String { (self / 1000).formatted(1) }
}
