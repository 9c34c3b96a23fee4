/// Keeps programs from wearing a person down with prompts for a finger or the passcode. In memory only: a restart forgets it.
///
/// More patient than ``PromptThrottle``, since somebody who mistypes or has cold fingers is no nuisance: after ten prompts in a row
/// that ended without what they asked for, a program's next ones are refused for ten minutes.
public struct PromptAllowance: Sendable {
    /// Prompts in vain until it is quiet.
    public static let most = 10
    /// Seconds of quiet, and until a prompt in vain is forgotten.
    public static let quietTime = 600.0
    private static let mostPrograms = 1024

    private struct Vain {
        var count = 0
        var last = -Double.infinity
    }
    private var vain: [ExactText: Vain] = [:]

    /// Nobody has asked yet.
    public init() {}

    /// Whether a program may show a prompt.
    /// - Parameters:
    ///   - key: of the subject.
    ///   - now: seconds of a clock that nobody sets.
    public mutating func mayAsk(key: String, at now: Double) -> Bool {
        vain = vain.filter { now - $0.value.last < Self.quietTime }
        let key = ExactText(key)
        guard let known = vain[key] else { return vain.count < Self.mostPrograms }
        return known.count < Self.most
    }

    /// A prompt is gone.
    /// - Parameters:
    ///   - key: of the subject.
    ///   - granted: whether it got what it asked for.
    ///   - now: seconds of the same clock.
    public mutating func ended(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        vain[key] = granted ? nil : Vain(count: (vain[key]?.count ?? 0) + 1, last: now)
    }
}
