import Foundation
import Glibc
import KeychainServices
import Security

/// The benchmark of opening a keychain in a new process: its time, and the memory that the process then uses. It runs
/// in a child process.
struct OpenBench {
    let directory: String
    let size: Int

    /// Makes the keychain and measures in children of this executable.
    func run(_ report: inout Report) throws {
        _ = try BenchKeychain(count: size, directory: directory)
        var times: [Int64] = []
        var resident = 0
        var anonymous = 0
        for _ in 0..<11 {
            let numbers = try ChildProcess.numbers(["open-once", directory, String(size)])
            guard numbers.count == 3 else { throw BenchError("open-once") }
            times.append(Int64(numbers[0]))
            resident = max(resident, numbers[1])
            anonymous = max(anonymous, numbers[2])
        }
        let median = Sample(times).median
        report.line(
            "opening and first lookup at \(size)", "\((median / 1e6).formatted(2)) ms", target: "≤ 8 ms",
            met: median <= 8e6)
        report.line(
            "resident memory after 1,000 lookups over \(size)", "\(resident / 1024) MiB", target: "≤ 40 MiB",
            met: resident <= 40 * 1024)
        report.line(
            "anonymous memory after the same", "\(anonymous / 1024) MiB", target: "≤ 10 MiB",
            met: anonymous <= 10 * 1024)
    }

    /// Prints nanoseconds until the first lookup is done, and resident and anonymous memory in KiB after 1,000.
    static func once(directory: String, size: Int) throws {
        var shuffle = Shuffle()
        let start = monotonicNow()
        let keychain = try Keychain(root: KeychainRoot(path: directory), accessGroups: AccessGroups(["bench"]))
        let bench = BenchKeychain(directory: directory, keychain: keychain, count: size)
        let first = try Keychain.$override.withValue(keychain) {
            _ = try bench.lookup(shuffle.next(below: size))
            return monotonicNow() - start
        }
        try Keychain.$override.withValue(keychain) {
            for _ in 0..<1000 { _ = try bench.lookup(shuffle.next(below: size)) }
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func kibibytes(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0
        }
        print(first, kibibytes("VmRSS"), kibibytes("RssAnon"))
    }
}
