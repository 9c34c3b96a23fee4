import CFloor
import Glibc

/// The cores on which the two ends of a connection run.
struct Placement {
    let name: String
    private let near: [Int32]
    private let far: [Int32]

    /// Returns the placements: both ends on one core; and, with two or more cores, each on its own core.
    static func all() -> [Placement] {
        let cores = allCores()
        guard let first = cores.first else { return [] }
        let same = Placement(name: "same core", near: [first], far: [first])
        guard cores.count > 1 else { return [same] }
        return [same, Placement(name: "two cores", near: [first], far: [cores[1]])]
    }

    /// Runs `body` with this thread and the processes of the other end pinned to their cores.
    func withPinnedThreads<Result>(others: [pid_t], _ body: () throws -> Result) throws -> Result {
        let cores = Self.allCores()
        try Self.pin(0, near)
        for pid in others {
            for thread in try AgentProcess.threads(of: pid) { try Self.pin(thread, far) }
        }
        let result = try body()
        try Self.pin(0, cores)
        return result
    }

    /// Runs `body` with this thread, and the processes that it starts, on one core.
    static func onOneCore<Result>(_ body: () throws -> Result) throws -> Result {
        let cores = allCores()
        try pin(0, Array(cores.prefix(1)))
        let result = try body()
        try pin(0, cores)
        return result
    }

    private static func pin(_ thread: pid_t, _ cores: [Int32]) throws {
        guard placement_set(thread, cores, Int32(cores.count)) == 0 else { throw BenchError("sched_setaffinity") }
    }

    private static func allCores() -> [Int32] {
        var cores = [Int32](repeating: 0, count: 1024)
        let count = Int(placement_cores(&cores, Int32(cores.count)))
        return Array(cores.prefix(count))
    }
}
