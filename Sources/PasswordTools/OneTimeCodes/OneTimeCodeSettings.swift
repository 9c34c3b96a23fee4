/// Everything about a one-time code but its secret.
public struct OneTimeCodeSettings: Hashable, Sendable {
    /// The hash function of the HMAC.
    public enum Algorithm: String, CaseIterable, Sendable {
        /// What most sites use.
        case sha1 = "SHA1"
        /// SHA-256.
        case sha256 = "SHA256"
        /// SHA-512.
        case sha512 = "SHA512"
    }

    /// What changes from one code to the next.
    public enum Factor: Hashable, Sendable {
        /// The time, in periods of so many seconds since 1970 (TOTP).
        case time(period: Int)
        /// A counter: of the next code that was not used yet (HOTP).
        case counter(UInt64)
    }

    /// How a code is written.
    public enum Format: Hashable, Sendable {
        /// 6 to 8 decimal digits.
        case digits(Int)
        /// Five characters of Steam's alphabet.
        case steam
    }

    /// A parameter of an `otpauth` URI that means nothing to us and is kept for others.
    public struct Parameter: Hashable, Sendable {
        /// Without percent encoding.
        public var name: String
        /// Without percent encoding.
        public var value: String

        /// A parameter as it is meant, without percent encoding.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// SHA-1 unless something else is said.
    public var algorithm: Algorithm
    /// 30 seconds unless something else is said.
    public var factor: Factor
    /// 6 digits unless something else is said.
    public var format: Format
    /// Who asks for the code.
    public var issuer: String?
    /// Whose code it is.
    public var account: String?
    /// What else the URI said, in its order.
    public var others: [Parameter]

    /// The numbers of decimal digits that a code can have.
    public static let digits = 6...8
    /// The most parameters that are kept for others.
    static let mostOthers = 32
    /// The periods that are possible, in seconds: up to ten years.
    public static let periods = 1...315_360_000

    /// Settings; those that nearly all sites use, unless something else is given.
    public init(
        algorithm: Algorithm = .sha1, factor: Factor = .time(period: 30), format: Format = .digits(6),
        issuer: String? = nil, account: String? = nil, others: [Parameter] = []
    ) {
        self.algorithm = algorithm
        self.factor = factor
        self.format = format
        self.issuer = issuer
        self.account = account
        self.others = others
    }

    func check() throws(OneTimeCodeError) {
        if case .digits(let count) = format, !Self.digits.contains(count) {
            throw OneTimeCodeError("a code has \(Self.digits.lowerBound) to \(Self.digits.upperBound) digits")
        }
        if case .time(let period) = factor, !Self.periods.contains(period) {
            throw OneTimeCodeError("a period has 1 to \(Self.periods.upperBound) seconds")
        }
        // What a URI must not have either, so that every code can be written and read again.
        guard others.count <= Self.mostOthers else { throw .tooManyParameters }
        let texts = [issuer ?? "", account ?? ""] + others.flatMap { [$0.name, $0.value] }
        guard !texts.contains(where: PercentEncoding.hasControls) else {
            throw OneTimeCodeError("a name or a parameter of the code has control characters")
        }
    }
}

/// Why something is no one-time code. The reason never has a secret in it.
public struct OneTimeCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    static var tooManyParameters: OneTimeCodeError { OneTimeCodeError("the URI has too many parameters") }

    /// The reason.
    public var description: String { reason }
}
