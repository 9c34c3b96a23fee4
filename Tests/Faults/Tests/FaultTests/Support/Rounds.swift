import Foundation

/// How many rounds a test runs: all of them, or the share that `CHATELAINE_ROUNDS` asks for, in percent.
enum Rounds {
    static let percent: Int = {
        let text = ProcessInfo.processInfo.environment["CHATELAINE_ROUNDS"]
        return text.flatMap { Int($0) }.map { max($0, 1) } ?? 100
    }()

    /// The number of rounds out of `full`, at least one; said on the console under the test's name.
    static func of(_ full: Int, _ name: String) -> Int {
        let count = max(1, full * percent / 100)
        print("\(name): \(count) of \(full) rounds")
        return count
    }

    /// The positions to try out of `range`: all, or evenly spread ones from a random one on, so that runs add up.
    static func positions(_ range: Range<Int>, _ name: String) -> [Int] {
        let step = max(1, 100 / percent)
        let first = range.lowerBound + Int.random(in: 0..<min(step, range.count))
        let positions = Array(stride(from: first, to: range.upperBound, by: step))
        print("\(name): \(positions.count) of \(range.count) rounds")
        return positions
    }
}
