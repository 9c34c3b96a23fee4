/// A rate limit that prevents programs from flooding the user with questions. Kept in memory only: a restart resets it.
///
/// Each program may have one question open at a time, and each session four. After three questions without a yes, however they ended, the
/// program's questions are refused for ten minutes. After twelve such questions of any programs in a session, all questions in the session
/// are refused: copies of one program count as separate programs.
package struct QuestionRateLimit: Sendable {
    /// The decision on a question.
    package enum Admission: Hashable, Sendable {
        case show
        /// A question of this program is already open.
        case busy
        /// Four questions are open in this session, or too many programs have been refused recently.
        case tooManyOpen
        /// The program was refused three times, or programs in this session twelve times; it may ask again after this number of seconds.
        case refused(seconds: Double)
    }

    /// The number of refusals after which a program must wait.
    package static let allowedRefusals = 3
    /// The number of refusals after which all programs in a session must wait.
    package static let allowedInSession = 12
    /// The waiting time in seconds, after which refusals are also forgotten.
    package static let refusalDuration = 600.0
    /// The maximum number of open questions in one session.
    package static let openPerSession = 4
    static let maximumSubjects = 1024

    private struct Refusals {
        var count = 0
        var last = -Double.infinity
    }

    /// The refusals by subject, then by session.
    private var refusals: [ExactText: Refusals] = [:]
    private var sessions: [ExactText: Refusals] = [:]
    /// The sessions of the open questions, by subject.
    private var open: [ExactText: ExactText] = [:]

    /// Creates a limit without refusals.
    package init() {}

    /// Begins a question. If the result is ``Admission/show``, the caller has to call ``ended(key:granted:at:)`` afterwards.
    /// - Parameters:
    ///   - key: the key of the subject.
    ///   - session: the session in which the question would be shown.
    ///   - now: seconds of a clock that cannot be set.
    package mutating func begin(key: String, session: String, at now: Double) -> Admission {
        let (key, session) = (ExactText(key), ExactText(session))
        refusals = refusals.filter { now - $0.value.last < Self.refusalDuration }
        sessions = sessions.filter { now - $0.value.last < Self.refusalDuration }
        guard open[key] == nil else { return .busy }
        if let refusal = Self.refusal(refusals[key], from: Self.allowedRefusals, at: now) { return refusal }
        if let refusal = Self.refusal(sessions[session], from: Self.allowedInSession, at: now) { return refusal }
        let isKnown = refusals[key] != nil
        guard open.values.count(where: { $0 == session }) < Self.openPerSession,
            isKnown || refusals.count + open.count < Self.maximumSubjects
        else { return .tooManyOpen }
        open[key] = session
        return .show
    }

    /// Records that a question is no longer shown.
    /// - Parameters:
    ///   - granted: whether the user said yes. No, no answer, and a caller that disconnected before an answer count the same: a program
    ///     could otherwise flood the user by hanging up.
    ///   - now: seconds of the same clock.
    package mutating func ended(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        guard let session = open.removeValue(forKey: key) else { return }
        guard !granted else {
            (refusals[key], sessions[session]) = (nil, nil)
            return
        }
        refusals[key] = Refusals(count: (refusals[key]?.count ?? 0) + 1, last: now)
        sessions[session] = Refusals(count: (sessions[session]?.count ?? 0) + 1, last: now)
    }

    private static func refusal(_ refusals: Refusals?, from limit: Int, at now: Double) -> Admission? {
        guard let refusals, refusals.count >= limit else { return nil }
        return .refused(seconds: min(refusalDuration, refusals.last + refusalDuration - now))
    }
}
