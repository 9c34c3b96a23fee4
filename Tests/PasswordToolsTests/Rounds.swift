import Foundation

/// How many rounds a test runs: a hundredth of them, so that the tests stay quick, or the share that
/// `CHATELAINE_ROUNDS` asks for, in percent.
enum Rounds {
    static func of(_ full: Int) -> Int {
        let percent = ProcessInfo.processInfo.environment["CHATELAINE_ROUNDS"].flatMap { Int($0) } ?? 1
        return max(1, full / 100 * max(percent, 1))
    }
}
