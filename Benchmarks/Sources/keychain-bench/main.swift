import CFloor
import Foundation
import KeychainServices
import Security

let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.first.map { $0.split(separator: ",").compactMap { Int($0) } } ?? [1000, 100_000]
let base = NSTemporaryDirectory() + "/chatelaine-bench-\(getpid())"
try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: base) }
var report = Report()
for size in sizes {
    let start = monotonicNow()
    let bench = try BenchKeychain(count: size, directory: base + "/\(size)")
    print("filled", size, Double(size) / (Double(monotonicNow() - start) / 1e9), "per s")
    let floor = floor_open(base + "/\(size).floor", Int64(size), 288, 48)!
    try Keychain.$override.withValue(bench.keychain) {
        var shuffle = Shuffle()
        var times: [Int64] = [], floors: [Int64] = [], swifts: [Int64] = []
        for pass in 0..<20_000 {
            let n = shuffle.next(below: size)
            let a = try bench.lookup(n), b = floor_lookup(floor, Int64(shuffle.next(below: size))), c = try bench.swiftLookup(shuffle.next(below: size))
            if pass > 2000 { times.append(a); floors.append(b); swifts.append(c) }
        }
        print(size, "SecItem", Sample(times).median.microseconds, "swift", Sample(swifts).median.microseconds, "floor", Sample(floors).median.microseconds, "ratio", (Sample(times).median / Sample(floors).median).formatted(2))
        var adds: [Int64] = [], finserts: [Int64] = []
        for i in 0..<1000 { adds.append(try bench.add(size + i)); finserts.append(floor_insert(floor, Int64(size + i))) }
        print(size, "add", Sample(adds).median.microseconds, "p99", Sample(adds).p99.microseconds, "floor", Sample(finserts).median.microseconds)
    }
    floor_close(floor)
    print("bytes per item", (try FileManager.default.attributesOfItem(atPath: bench.keychain.path!)[.size] as! Int) / size)
}
