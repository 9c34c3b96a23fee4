/// The reason for which health cannot be judged. Its texts have no secret.
public struct HealthError: Error, Hashable, Sendable {
    /// The reason.
    public let reason: String
    /// What the user can do.
    public let remedy: String?
    /// Whether the user has ended it.
    public let isCancelled: Bool

    init(_ reason: String, remedy: String? = nil) { (self.reason, self.remedy, isCancelled) = (reason, remedy, false) }

    private init(cancelled reason: String) { (self.reason, remedy, isCancelled) = (reason, nil, true) }

    static let cancelled = HealthError(cancelled: "the examination was interrupted")
}
