import SwiftASN1

/// Reads one of the two times of a certificate's validity (RFC 5280, 4.1.2.5).
///
/// - Returns: the time; nil for one that is well-formed in DER and that a certificate must not have, or that never was: parts of seconds, a
///   second 60 other than the last of a day, a second 61.
/// - Throws: if the node is anything other than a time in DER.
func certificateTime(_ node: ASN1Node) throws -> Date? {
    if node.identifier == .utcTime {
        let time = try UTCTime(derEncoded: node)
        return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }
    let time = try GeneralizedTime(derEncoded: node)
    guard time.rawFractionalSeconds.isEmpty else { return nil }
    return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
}

/// Converts a time whose parts are in their ranges. A leap second is the same time as the second after it, as everywhere in POSIX.
private func date(_ year: Int, _ month: Int, _ day: Int, _ hours: Int, _ minutes: Int, _ seconds: Int) -> Date? {
    guard seconds < 60 || (hours, minutes, seconds) == (23, 59, 60) else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hours), Int32(minutes), Int32(seconds))
    return Date(timeIntervalSince1970: Double(timegm(&parts)))
}
