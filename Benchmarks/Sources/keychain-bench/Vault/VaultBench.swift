import CFloor
import Foundation
import PasswordVault

/// The benchmark of the password vault in this process, for each size: opening, searching, editing, listing.
struct VaultBench {
    let directory: String
    let sizes: [Int]
    private static let edits = 101
    private static let openings = 11

    /// The medians of edits, in nanoseconds.
    private struct Edits {
        let change: Double
        let add: Double
        let remove: Double
    }

    func run(_ report: inout Report) throws {
        var base: Edits?
        for size in sizes {
            let here = directory + "/\(size)"
            let bench = try BenchVault(count: size, directory: here)
            bench.vault.close()
            if size >= 10_000 {
                let openings = try Self.openings(here, size)
                try reportOpening(size, openings, &report)
                if size == 10_000 { reportList(size, openings, &report) }
            }
            let edits = try edit(BenchVault(directory: here), size)
            reportEdits(edits, size, beside: base, &report)
            base = base ?? edits
        }
    }

    // MARK: - Opening

    /// The measurements of a new process.
    struct Opening {
        let derivation, unlock, search, broad, list: Int64
        let peak: Int
        /// The time of the unlock without the key derivation.
        var open: Int64 { unlock - derivation }
    }

    private static func openings(_ directory: String, _ size: Int) throws -> [Opening] {
        try (0..<openings).map { _ in
            let numbers = try ChildProcess.numbers(["vault-once", directory, "\(size)"])
            guard numbers.count == 6 else { throw BenchError("vault-once") }
            return Opening(
                derivation: Int64(numbers[0]), unlock: Int64(numbers[1]), search: Int64(numbers[2]),
                broad: Int64(numbers[3]), list: Int64(numbers[4]), peak: numbers[5])
        }
    }

    /// Opens the vault, searches and lists in a new process, and prints the times and the peak memory.
    static func once(directory: String, size: Int) throws {
        let bench = try BenchVault(directory: directory)
        // The derivation is measured before and after, since the speed of a shared machine varies.
        let before = floor_derive(Int64(BenchVault.passes), Int64(BenchVault.memory))
        let unlock = try time { try bench.unlock() }
        let search = try time {
            let wanted = BenchVault.title(size - 1)
            guard try bench.vault.search(wanted, limit: 100).contains(where: { $0.title == wanted }) else {
                throw BenchError("search of “\(wanted)”")
            }
        }
        // Every item has this text.
        let broad = try time {
            guard try bench.vault.search("example", limit: 100).count == 100 else { throw BenchError("search") }
        }
        let peak = try residentPeak()
        let list = try time {
            guard try bench.vault.overviews().count == size else { throw BenchError("the list is not whole") }
        }
        let after = floor_derive(Int64(BenchVault.passes), Int64(BenchVault.memory))
        print((before + after) / 2, unlock, search, broad, list, peak)
    }

    private static func time(_ body: () throws -> Void) rethrows -> Int64 {
        let start = monotonicNow()
        try body()
        return monotonicNow() - start
    }

    /// Returns the peak resident memory in KiB.
    private static func residentPeak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0
    }

    private func reportOpening(_ size: Int, _ openings: [Opening], _ report: inout Report) throws {
        let open = Sample(openings.map(\.open)).median
        let floor = try floor(size)
        report.line(
            "opening a vault of \(size), after the key derivation",
            "\((open / 1e6).formatted(0)) ms compared with \((floor / 1e6).formatted(1)) ms for reading and decrypting its index: "
                + "\((open / floor).formatted(1)) ×", target: "≤ 300 ms", met: open <= 300e6)
        let search = Sample(openings.map(\.search)).median
        report.line(
            "first search in it", "\((search / 1e6).formatted(1)) ms", target: "≤ 50 ms", met: search <= 50e6)
        let broad = Sample(openings.map(\.broad)).median
        report.line(
            "the best 100 of a search that finds all of it", "\((broad / 1e6).formatted(1)) ms", target: "≤ 50 ms",
            met: broad <= 50e6)
        let peak = openings.map(\.peak).max() ?? 0
        report.line(
            "most memory of a process that does both", "\(peak / 1024) MiB", target: "≤ 150 MiB",
            met: peak <= 150 * 1024)
    }

    private func reportList(_ size: Int, _ openings: [Opening], _ report: inout Report) {
        let list = Sample(openings.map { $0.open + $0.list }).median
        report.line(
            "unlocking and listing \(size), after the key derivation", "\((list / 1e6).formatted(1)) ms",
            target: "≤ 60 ms", met: list <= 60e6)
    }

    /// Returns the nanoseconds for reading and decrypting as many bytes.
    private func floor(_ size: Int) throws -> Double {
        let (file, pageSize) = (directory + "/\(size).pages", Int32(BenchVault.pageSize(size / 2)))
        guard floor_pages_make(file, Int32(BenchVault.pages(size)), pageSize) == 0 else { throw BenchError("floor") }
        return Sample((0..<Self.openings).map { _ in floor_pages_read(file, pageSize) }).median
    }

    // MARK: - Editing

    private func edit(_ bench: BenchVault, _ size: Int) throws -> Edits {
        try bench.unlock()
        var shuffle = Shuffle()
        let ids = try bench.vault.overviews().map(\.id)
        var (changes, adds, removals): ([Int64], [Int64], [Int64]) = ([], [], [])
        for round in 0..<Self.edits {
            var item = try bench.vault.item(ids[shuffle.next(below: ids.count)])
            item["username"] = .text("changed \(round)")
            changes.append(try Self.time { try bench.vault.save(item) })
            var new: VaultItem?
            adds.append(try Self.time { new = try bench.vault.save(BenchVault.item(size + round)) })
            guard let new else { throw BenchError("add") }
            try bench.vault.trash(new.id)
            removals.append(try Self.time { try bench.vault.purge(new.id) })
        }
        bench.vault.lock()
        return Edits(change: Sample(changes).median, add: Sample(adds).median, remove: Sample(removals).median)
    }

    private func reportEdits(_ edits: Edits, _ size: Int, beside base: Edits?, _ report: inout Report) {
        let kinds: [(name: String, time: KeyPath<Edits, Double>)] = [
            ("changing an item", \.change), ("adding an item", \.add), ("deleting an item", \.remove),
        ]
        for kind in kinds {
            let time = edits[keyPath: kind.time]
            let ratio = base.map { time / $0[keyPath: kind.time] } ?? 1
            report.line(
                "\(kind.name) of \(size)",
                "\((time / 1e6).formatted(2)) ms, \(ratio.formatted(2)) × that of \(sizes[0])", target: "≤ 2 ×",
                met: ratio <= 2)
        }
    }
}
