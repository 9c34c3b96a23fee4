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

    /// Says which targets were missed. On a machine that others use as well one may be missed by chance: the figures are for
    /// people to judge, and no exit status.
    func finish() {
        print(missed.isEmpty ? "\nEvery target was met." : "\nMissed: \(missed.joined(separator: "; "))")
    }
}
