import CFloor
import Foundation
import Glibc
import KeychainServices
import Security

/// The benchmark of the keychain in this process, for each size, compared with the lower bound.
struct StoreBench {
    let directory: String
    let sizes: [Int]
    private static let lookups = 20_000
    private static let adds = 1000

    /// The medians at the smallest size, with which the larger ones are compared.
    private struct Base {
        let lookup: Double
        let add: Double
    }

    func run(_ report: inout Report) throws {
        var base: Base?
        for size in sizes {
            let here = directory + "/\(size)"
            let bench = try BenchKeychain(count: size, directory: here)
            reportFill(size, bench, &report)
            guard let floor = floor_open(here + ".floor", Int64(size), 288, 48) else { throw BenchError("floor") }
            defer { floor_close(floor) }
            let result = try Keychain.$override.withValue(bench.keychain) {
                Base(
                    lookup: try lookups(size, bench, floor, base, &report),
                    add: try adds(size, bench, floor, base, &report))
            }
            base = base ?? result
            if size == 10_000 { try reportAll(bench, &report) }
        }
    }

    private func reportFill(_ size: Int, _ bench: BenchKeychain, _ report: inout Report) {
        // Creating a small keychain takes longer than filling it.
        guard size >= 10_000 else { return }
        let target = size >= 1_000_000 ? 7000.0 : 20_000
        report.line(
            "batch add, the last tenth of \(size) items", "\(bench.lastRate.formatted(0)) items/s",
            target: "≥ \(target.formatted(0))", met: bench.lastRate >= target)
        let attributes = try? FileManager.default.attributesOfItem(atPath: bench.keychain.path ?? "")
        let bytes = (attributes?[.size] as? Int ?? 0) / size
        report.line("file size per item at \(size)", "\(bytes) bytes", target: "≤ 900", met: bytes <= 900)
    }

    private func lookups(
        _ size: Int, _ bench: BenchKeychain, _ floor: OpaquePointer, _ base: Base?, _ report: inout Report
    ) throws -> Double {
        var shuffle = Shuffle()
        var ours: [Int64] = []
        var floors: [Int64] = []
        for round in 0..<Self.lookups {
            let time = try bench.lookup(shuffle.next(below: size))
            let floorTime = floor_lookup(floor, Int64(shuffle.next(below: size)))
            guard floorTime > 0 else { throw BenchError("floor lookup") }
            // The first tenth fills the caches.
            guard round > Self.lookups / 10 else { continue }
            ours.append(time)
            floors.append(floorTime)
        }
        let (median, floorMedian) = (Sample(ours).median, Sample(floors).median)
        let target = size <= 1000 ? 5.0 : 4
        report.line(
            "SecItemCopyMatching by primary key at \(size)",
            "\(median.microseconds) µs (p99 \(Sample(ours).p99.microseconds)) compared with \(floorMedian.microseconds) µs: "
                + "\((median / floorMedian).formatted(2)) ×",
            target: "≤ \(target.formatted(0)) ×", met: median <= target * floorMedian)
        if let base, size >= 1_000_000 {
            report.line(
                "ratio to the same at \(sizes[0])", "\((median / base.lookup).formatted(2)) ×", target: "≤ 2 ×",
                met: median <= 2 * base.lookup)
        }
        return median
    }

    private func adds(
        _ size: Int, _ bench: BenchKeychain, _ floor: OpaquePointer, _ base: Base?, _ report: inout Report
    ) throws -> Double {
        var ours: [Int64] = []
        var floors: [Int64] = []
        for round in 0..<Self.adds {
            ours.append(try bench.add(size + round))
            let floorTime = floor_insert(floor, Int64(size + round))
            guard floorTime > 0 else { throw BenchError("floor insert") }
            floors.append(floorTime)
        }
        let (median, floorMedian) = (Sample(ours).median, Sample(floors).median)
        report.line(
            "durable SecItemAdd at \(size)",
            "\(median.microseconds) µs (p99 \(Sample(ours).p99.microseconds)) compared with \(floorMedian.microseconds) µs: "
                + "\((median / floorMedian).formatted(2)) ×",
            target: "≤ 2 ×", met: median <= 2 * floorMedian)
        if let base, size >= 1_000_000 {
            report.line(
                "ratio to the same at \(sizes[0])", "\((median / base.add).formatted(2)) ×", target: "≤ 1.5 ×",
                met: median <= 1.5 * base.add)
        }
        return median
    }

    /// Measures a query for the attributes of all items, through Apple's API.
    private func reportAll(_ bench: BenchKeychain, _ report: inout Report) throws {
        var times: [Int64] = []
        for _ in 0..<5 {
            let query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecMatchLimit as String: kSecMatchLimitAll,
                kSecReturnAttributes as String: true,
            ]
            var result: CFTypeRef?
            let start = monotonicNow()
            let status = Keychain.$override.withValue(bench.keychain) {
                SecItemCopyMatching(query as CFDictionary, &result)
            }
            times.append(monotonicNow() - start)
            guard status == errSecSuccess, let found = result as? NSArray, found.count >= 10_000 else {
                throw BenchError("all attributes: \(status)")
            }
        }
        let median = Sample(times).median
        report.line(
            "attributes of all of 10,000 items", "\((median / 1e6).formatted(1)) ms", target: "≤ 150 ms",
            met: median <= 150e6)
    }
}
