/// Keeps programs from flooding a person with questions. In memory only: a restart forgets it.
///
/// One question at a time for each program, four in a session; after three without a yes, however they ended, the
/// program's questions are refused for ten minutes. After twelve of any programs' so are all in the session: copies of one
/// program are programs of their own.
public struct PromptThrottle: Sendable {
    /// What becomes of a question.
    public enum Admission: Hashable, Sendable {
        case show
        /// A question of this program's is open already.
        case busy
        /// Four are open in this session, or too many programs have been refused lately.
        case full
        /// The program was refused three times, or programs in this session twelve times; in so many seconds it may ask
        /// again.
        case quiet(seconds: Double)
    }

    /// Refusals until it is quiet.
    public static let allowedRefusals = 3
    /// Refusals until it is quiet for all in a session.
    public static let allowedInSession = 12
    /// Seconds of quiet, and until a refusal is forgotten.
    public static let quietTime = 600.0
    /// Open questions in one session.
    public static let openPerSession = 4
    static let maximumSubjects = 1024

    private struct Refusals {
        var count = 0
        var last = -Double.infinity
    }

    /// By subject, then by session.
    private var refusals: [ExactText: Refusals] = [:]
    private var sessions: [ExactText: Refusals] = [:]
    /// The open questions: of which subject, in which session.
    private var open: [ExactText: ExactText] = [:]

    /// Nobody has asked yet.
    public init() {}

    /// A program would like to ask. If the answer is ``Admission/show``, ``ended(key:granted:at:)`` has to follow.
    /// - Parameters:
    ///   - key: of the subject.
    ///   - session: where the question would be shown.
    ///   - now: seconds of a clock that nobody sets.
    public mutating func begin(key: String, session: String, at now: Double) -> Admission {
        let (key, session) = (ExactText(key), ExactText(session))
        refusals = refusals.filter { now - $0.value.last < Self.quietTime }
        sessions = sessions.filter { now - $0.value.last < Self.quietTime }
        guard open[key] == nil else { return .busy }
        if let quiet = Self.quiet(refusals[key], from: Self.allowedRefusals, at: now) { return quiet }
        if let quiet = Self.quiet(sessions[session], from: Self.allowedInSession, at: now) { return quiet }
        let isKnown = refusals[key] != nil
        guard open.values.count(where: { $0 == session }) < Self.openPerSession,
            isKnown || refusals.count + open.count < Self.maximumSubjects
        else { return .full }
        open[key] = session
        return .show
    }

    /// A question is gone from the screen.
    /// - Parameters:
    ///   - granted: whether somebody said yes. No, no answer, and a caller that went away before one are all the same:
    ///     a program could flood as well by hanging up.
    ///   - now: seconds of the same clock.
    public mutating func ended(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        guard let session = open.removeValue(forKey: key) else { return }
        guard !granted else {
            (refusals[key], sessions[session]) = (nil, nil)
            return
        }
        refusals[key] = Refusals(count: (refusals[key]?.count ?? 0) + 1, last: now)
        sessions[session] = Refusals(count: (sessions[session]?.count ?? 0) + 1, last: now)
    }

    private static func quiet(_ refusals: Refusals?, from limit: Int, at now: Double) -> Admission? {
        guard let refusals, refusals.count >= limit else { return nil }
        return .quiet(seconds: min(quietTime, refusals.last + quietTime - now))
    }
}
