import AccessPolicy
import Dispatch
import Synchronization

/// A serial queue on which keys are derived from passcodes, with turns: none waits for more than one of another that asks without end.
///
/// Of those that wait, the first rank comes first; within a rank, sources take turns.
final class PasscodeQueue: Sendable {
    /// The order in which sources are served.
    enum Rank: Int, Comparable, Sendable {
        /// Has given the right passcode before.
        case proven
        case prompt
        case terminal
        case program

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// The source of a piece of work, and its rank.
    struct Turn: Hashable, Sendable {
        let rank: Rank
        let source: PasscodeSource

        init(_ source: PasscodeSource, isProven: Bool) {
            self.source = source
            switch source {
            case _ where isProven: rank = .proven
            case .prompt: rank = .prompt
            case .terminal: rank = .terminal
            case .program: rank = .program
            }
        }
    }

    typealias Body = @Sendable () -> Void

    private struct Line {
        let turn: Turn
        var bodies: [Body]
    }

    private let queue: DispatchQueue
    /// The next of each rank is the first one in the array.
    private let lines = Mutex<[Line]>([])

    init(_ name: String) { queue = DispatchQueue(label: "io.github.chatelaine.agent.\(name)") }

    /// Runs `body` when it is its turn.
    func async(_ turn: Turn, _ body: @escaping Body) {
        lines.withLock { lines in
            if let index = lines.firstIndex(where: { $0.turn == turn }) {
                lines[index].bodies.append(body)
            } else {
                lines.append(Line(turn: turn, bodies: [body]))
            }
        }
        // One for each body, although not necessarily this one.
        queue.async { [self] in next()?() }
    }

    /// Runs `body` on this thread when it is its turn.
    func sync<Result>(_ turn: Turn, _ body: () -> Result) -> Result {
        let (mayBegin, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async(turn) {
            mayBegin.signal()
            hasEnded.wait()
        }
        mayBegin.wait()
        defer { hasEnded.signal() }
        return body()
    }

    /// Waits until everything that waits now is done, or a deadline has passed.
    func drain(until deadline: DispatchTime) { queue.drain(until: deadline) }

    /// Takes the body whose turn it is. Its source goes to the end of the line.
    private func next() -> Body? {
        lines.withLock { lines in
            // The first of the lowest rank: `min` prefers the earlier of equals.
            guard let index = lines.indices.min(by: { lines[$0].turn.rank < lines[$1].turn.rank }) else { return nil }
            var line = lines.remove(at: index)
            let body = line.bodies.removeFirst()
            if !line.bodies.isEmpty { lines.append(line) }
            return body
        }
    }
}
