/// Keeps programs from wearing somebody down with sheets. In memory only: a restart forgets it.
///
/// After three sheets within a minute that nobody wanted, a program is quiet for ten minutes. After twelve within ten minutes of
/// whatever programs all are: copies of one program are programs of their own.
struct SheetCancels {
    static let allowed = 3
    static let allowedOfAll = 12
    /// In seconds, as all times here.
    static let window = 60.0
    static let quietTime = 600.0
    /// Of the last minute, by program: of no more programs than there are times of all.
    private var times: [String: [Double]] = [:]
    private var timesOfAll: [Double] = []
    private var quietUntil: [String: Double] = [:]

    /// Whether a program has to be quiet.
    ///
    /// - Parameter now: seconds of a clock that nobody sets.
    mutating func silences(_ key: String, at now: Double) -> Bool {
        forget(before: now)
        return quietUntil[key] != nil || timesOfAll.count >= Self.allowedOfAll
    }

    /// A sheet is gone that somebody has seen: by a no, or because its program has hung up. A program could flood as well by that.
    mutating func note(_ key: String, at now: Double) {
        forget(before: now)
        timesOfAll.append(now)
        times[key, default: []].append(now)
        if let count = times[key]?.count, count >= Self.allowed { quietUntil[key] = now + Self.quietTime }
    }

    /// Somebody wanted a sheet of this program's.
    mutating func forget(_ key: String) { times[key] = nil }

    private mutating func forget(before now: Double) {
        quietUntil = quietUntil.filter { now < $0.value }
        timesOfAll.removeAll { now - $0 >= Self.quietTime }
        times = times.compactMapValues { times in
            let kept = times.filter { now - $0 < Self.window }
            return kept.isEmpty ? nil : kept
        }
    }
}
