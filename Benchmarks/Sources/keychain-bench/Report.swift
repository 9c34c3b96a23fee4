import Foundation

/// Lines of a table: what was measured, what came out, what was wanted.
struct Report {
    private var missed: [String] = []

    init() { print("| Measure | Result | Target | Met |\n|---|---|---|---|") }

    mutating func line(_ measure: String, _ result: String, target: String, met: Bool) {
        print("| \(measure) | \(result) | \(target) | \(met ? "yes" : "NO") |")
        fflush(nil)
        if !met { missed.append(measure) }
    }

    func finish() -> Int32 {
        print(missed.isEmpty ? "\nEvery target was met." : "\nMissed: \(missed.joined(separator: "; "))")
        return missed.isEmpty ? 0 : 1
    }
}
