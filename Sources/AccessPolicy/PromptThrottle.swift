/// Keeps programs from flooding a person with questions. In memory only: a restart forgets it.
///
/// One question at a time for each program, four in a session; after three without a yes, however they ended, the
/// program's questions are refused for ten minutes.
public struct PromptThrottle: Sendable {
    /// What becomes of a question.
    public enum Admission: Hashable, Sendable {
        case show
        /// A question of this program's is open already.
        case busy
        /// Four are open in this session, or too many programs have been refused lately.
        case full
        /// The program was refused three times; in so many seconds it may ask again.
        case quiet(seconds: Double)
    }

    /// Refusals until it is quiet.
    public static let allowedRefusals = 3
    /// Seconds of quiet, and until a refusal is forgotten.
    public static let quietTime = 600.0
    /// Open questions in one session.
    public static let openPerSession = 4
    static let maximumSubjects = 1024

    private struct Record {
        var openIn: ExactText?
        var refusals = 0
        var last = -Double.infinity
    }

    private var records: [ExactText: Record] = [:]

    /// Nobody has asked yet.
    public init() {}

    /// A program would like to ask. If the answer is ``Admission/show``, ``ended(key:granted:at:)`` has to follow.
    /// - Parameters:
    ///   - key: of the subject.
    ///   - session: where the question would be shown.
    ///   - now: seconds of a clock that nobody sets.
    public mutating func begin(key: String, session: String, at now: Double) -> Admission {
        let (key, session) = (ExactText(key), ExactText(session))
        records = records.filter { $0.value.openIn != nil || now - $0.value.last < Self.quietTime }
        var record = records[key] ?? Record()
        guard record.openIn == nil else { return .busy }
        if record.refusals >= Self.allowedRefusals {
            return .quiet(seconds: min(Self.quietTime, record.last + Self.quietTime - now))
        }
        let open = records.values.count { $0.openIn == session }
        guard open < Self.openPerSession, records[key] != nil || records.count < Self.maximumSubjects else {
            return .full
        }
        record.openIn = session
        records[key] = record
        return .show
    }

    /// A question is gone from the screen.
    /// - Parameters:
    ///   - granted: whether somebody said yes. No, no answer, and a caller that went away before one are all the same:
    ///     a program could flood as well by hanging up.
    ///   - now: seconds of the same clock.
    public mutating func ended(key: String, granted: Bool, at now: Double) {
        let key = ExactText(key)
        guard var record = records[key], record.openIn != nil else { return }
        guard !granted else {
            records[key] = nil
            return
        }
        record.openIn = nil
        record.refusals += 1
        record.last = now
        records[key] = record
    }
}
