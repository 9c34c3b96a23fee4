/// A limit on the prompts for a finger or the passcode that a program can show. Kept in memory only: a restart resets it.
///
/// The limit is higher than that of ``PromptThrottle``, because a user who mistypes or has cold fingers is no abuse: after ten prompts in a
/// row without a success, a program's next ones are refused for ten minutes.
package struct PromptAllowance: Sendable {
    /// The number of unsuccessful prompts after which a program is refused.
    package static let most = 10
    /// The duration of a refusal in seconds, and the time after which an unsuccessful prompt is forgotten.
    package static let quietTime = 600.0
    private static let mostPrograms = 1024

    private struct Vain {
        var count = 0
        var last = -Double.infinity
    }
    private var vain: [ExactText: Vain] = [:]

    /// Creates an allowance without prompts so far.
    package init() {}

    /// Whether a program may show a prompt.
    /// - Parameters:
    ///   - key: the key of the subject.
    ///   - now: seconds of a clock that cannot be set.
    package mutating func mayAsk(key: String, at now: Double) -> Bool {
        vain = vain.filter { now - $0.value.last < Self.quietTime }
        let key = ExactText(key)
        guard let known = vain[key] else { return vain.count < Self.mostPrograms }
        return known.count < Self.most
    }

    /// Records the end of a prompt.
    /// - Parameters:
    ///   - key: the key of the subject.
    ///   - granted: whether the program got what it asked for.
    ///   - now: seconds of the same clock.
    package mutating func ended(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        vain[key] = granted ? nil : Vain(count: (vain[key]?.count ?? 0) + 1, last: now)
    }
}
