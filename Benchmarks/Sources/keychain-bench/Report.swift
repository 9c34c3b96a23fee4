import Foundation

/// A table of measurements with their results and targets.
struct Report {
    private var missed: [String] = []

    init() { print("| Measure | Result | Target | Met |\n|---|---|---|---|") }

    mutating func line(_ measure: String, _ result: String, target: String, met: Bool) {
        print("| \(measure) | \(result) | \(target) | \(met ? "yes" : "NO") |")
        fflush(nil)
        if !met { missed.append(measure) }
    }

    /// Prints the missed targets. On a shared machine a target may be missed by chance: people have to judge the figures, so the exit
    /// status does not depend on them.
    func finish() {
        print(missed.isEmpty ? "\nEvery target was met." : "\nMissed: \(missed.joined(separator: "; "))")
    }
}
