/// A limit on the prompts for a finger or the passcode that a program can show. Kept in memory only: a restart resets it.
///
/// The limit is higher than that of ``QuestionRateLimit``, because a user who mistypes or has cold fingers is no abuse: after ten prompts
/// in a row without a success, a program's next ones are refused for ten minutes.
package struct PromptRateLimit: Sendable {
    /// The number of unsuccessful prompts after which a program is refused.
    package static let maximumFailures = 10
    /// The duration of a refusal in seconds, and the time after which an unsuccessful prompt is forgotten.
    package static let refusalDuration = 600.0
    private static let maximumPrograms = 1024

    private struct Failures {
        var count = 0
        var last = -Double.infinity
    }
    private var failures: [ExactText: Failures] = [:]

    /// Creates a limit without prompts so far.
    package init() {}

    /// Whether a program may show a prompt.
    /// - Parameters:
    ///   - key: the key of the subject.
    ///   - now: seconds of a clock that cannot be set.
    package mutating func mayPrompt(key: String, at now: Double) -> Bool {
        failures = failures.filter { now - $0.value.last < Self.refusalDuration }
        let key = ExactText(key)
        guard let known = failures[key] else { return failures.count < Self.maximumPrograms }
        return known.count < Self.maximumFailures
    }

    /// Records the end of a prompt.
    /// - Parameters:
    ///   - key: the key of the subject.
    ///   - granted: whether the program got what it asked for.
    ///   - now: seconds of the same clock.
    package mutating func promptEnded(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        failures[key] = granted ? nil : Failures(count: (failures[key]?.count ?? 0) + 1, last: now)
    }
}
