/// Keeps programs from annoying a person with sheets, and from keeping away the sheets of others by that. In memory only: a restart
/// forgets it.
///
/// After three cancelled sheets within a minute, a program may show none for ten minutes. Copies of one program are programs of their
/// own: after twelve within ten minutes of the programs of a session, or after 36 of all sessions, their programs are a crowd, of which
/// one newcomer a minute may show a sheet. Programs that only root can install are counted apart, and those whose sheets were used belong
/// to no crowd: no copies silence them.
struct SheetCancels {
    /// A program that wants to show a sheet.
    struct Asker {
        /// The same for all its processes.
        let key: String
        /// The session that it runs in.
        let session: String
        /// Whether only root can install it.
        let isRoots: Bool
    }

    static let allowed = 3
    static let allowedInSession = 12
    static let allowedOfAll = 36
    /// In seconds, as all times here.
    static let window = 60.0
    static let quietTime = 600.0
    /// The most programs whose used sheets are remembered.
    private static let mostUsed = 256

    /// The programs that are counted together.
    private struct Crowd: Hashable {
        /// `nil` for all sessions.
        let session: String?
        let isRoots: Bool
    }

    /// The times of the last minute, by program: of no more programs than there are times of all.
    private var times: [String: [Double]] = [:]
    /// The time of the last one within ten minutes, by program.
    private var last: [String: Double] = [:]
    private var timesOfCrowds: [Crowd: [Double]] = [:]
    /// The times of the last newcomers.
    private var newcomers: [Crowd: Double] = [:]
    private var quietUntil: [String: Double] = [:]
    /// The programs whose sheets were used.
    private var used: Set<String> = []

    /// Whether a program may show no sheets.
    ///
    /// - Parameter now: seconds of a clock that no program can set.
    mutating func silences(_ asker: Asker, at now: Double) -> Bool {
        forget(before: now)
        guard quietUntil[asker.key] == nil else { return true }
        guard let crowd = crowd(of: asker) else { return false }
        return last[asker.key] != nil || newcomers[crowd] != nil
    }

    /// Notes that a program is going to show a sheet.
    mutating func noteSheet(of asker: Asker, at now: Double) {
        if let crowd = crowd(of: asker) { newcomers[crowd] = now }
    }

    /// Notes that a visible sheet was cancelled, or has gone because its program has hung up: a program could flood as well by that.
    mutating func note(_ asker: Asker, at now: Double) {
        forget(before: now)
        last[asker.key] = now
        for crowd in Self.crowds(of: asker) { timesOfCrowds[crowd, default: []].append(now) }
        times[asker.key, default: []].append(now)
        if let count = times[asker.key]?.count, count >= Self.allowed {
            quietUntil[asker.key] = now + Self.quietTime
        }
    }

    /// Forgets the cancels of a program whose sheet was used.
    mutating func forget(_ asker: Asker) {
        (times[asker.key], last[asker.key]) = (nil, nil)
        if used.count < Self.mostUsed { used.insert(asker.key) }
    }

    private static func crowds(of asker: Asker) -> [Crowd] {
        [asker.session, nil].map { Crowd(session: $0, isRoots: asker.isRoots) }
    }

    /// Returns the crowd that a program is lost in; `nil` if there is none.
    private func crowd(of asker: Asker) -> Crowd? {
        guard !used.contains(asker.key) else { return nil }
        return Self.crowds(of: asker).last { crowd in
            let allowed = crowd.session == nil ? Self.allowedOfAll : Self.allowedInSession
            return timesOfCrowds[crowd]?.count ?? 0 >= allowed
        }
    }

    private mutating func forget(before now: Double) {
        quietUntil = quietUntil.filter { now < $0.value }
        last = last.filter { now - $0.value < Self.quietTime }
        newcomers = newcomers.filter { now - $0.value < Self.window }
        timesOfCrowds = Self.kept(timesOfCrowds, for: Self.quietTime, at: now)
        times = Self.kept(times, for: Self.window, at: now)
    }

    private static func kept<Key>(_ times: [Key: [Double]], for duration: Double, at now: Double) -> [Key: [Double]] {
        times.compactMapValues { times in
            let kept = times.filter { now - $0 < duration }
            return kept.isEmpty ? nil : kept
        }
    }
}
