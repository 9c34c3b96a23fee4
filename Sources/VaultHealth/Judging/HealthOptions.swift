import Foundation

/// The limits by which items are judged, and what is known of sites.
public struct HealthOptions: Sendable {
    /// The age in days from which a password is old. NIST SP 800-63B-4 (3.1.1.2) advises against changes by the calendar, so the default of
    /// three years is a hint and no more: break-ins are often known years later only.
    public var oldAfterDays = 3 * 365
    /// The number of days before an expiry from which it is said.
    public var expiryDays = 60
    /// The break-ins that are known.
    public var breaches: [Breach] = []
    /// The moment for which ages are computed.
    public var now = Date()

    /// Makes the default options.
    public init() {}
}
