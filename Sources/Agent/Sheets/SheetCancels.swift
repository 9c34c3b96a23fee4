/// Keeps programs from annoying a person with sheets. In memory only: a restart forgets it.
///
/// After three cancelled sheets within a minute, a program may show none for ten minutes. After twelve within ten minutes of any
/// programs, no program may: copies of one program are programs of their own.
struct SheetCancels {
    static let allowed = 3
    static let allowedOfAll = 12
    /// In seconds, as all times here.
    static let window = 60.0
    static let quietTime = 600.0
    /// The times of the last minute, by program: of no more programs than there are times of all.
    private var times: [String: [Double]] = [:]
    private var timesOfAll: [Double] = []
    private var quietUntil: [String: Double] = [:]

    /// Whether a program may show no sheets.
    ///
    /// - Parameter now: seconds of a clock that no program can set.
    mutating func silences(_ key: String, at now: Double) -> Bool {
        forget(before: now)
        return quietUntil[key] != nil || timesOfAll.count >= Self.allowedOfAll
    }

    /// Notes that a visible sheet was cancelled, or has gone because its program has hung up: a program could flood as well by that.
    mutating func note(_ key: String, at now: Double) {
        forget(before: now)
        timesOfAll.append(now)
        times[key, default: []].append(now)
        if let count = times[key]?.count, count >= Self.allowed { quietUntil[key] = now + Self.quietTime }
    }

    /// Forgets the cancels of a program whose sheet was used.
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
