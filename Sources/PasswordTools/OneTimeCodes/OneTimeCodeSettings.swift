/// The settings of a one-time code: everything but its secret.
public struct OneTimeCodeSettings: Hashable, Sendable {
    /// The hash function of the HMAC.
    public enum Algorithm: String, CaseIterable, Sendable {
        /// SHA-1, which most sites use.
        case sha1 = "SHA1"
        /// SHA-256.
        case sha256 = "SHA256"
        /// SHA-512.
        case sha512 = "SHA512"
    }

    /// The moving factor, which changes from one code to the next.
    public enum Factor: Hashable, Sendable {
        /// The time, in periods of `period` seconds since 1970 (TOTP).
        case time(period: Int)
        /// The counter of the next unused code (HOTP).
        case counter(UInt64)
    }

    /// The format of a code.
    public enum Format: Hashable, Sendable {
        /// 6 to 8 decimal digits.
        case digits(Int)
        /// Five characters of Steam's alphabet.
        case steam
    }

    /// An unknown parameter of an `otpauth` URI, kept for other programs.
    public struct Parameter: Hashable, Sendable {
        /// The name without percent encoding.
        public var name: String
        /// The value without percent encoding.
        public var value: String

        /// Makes a parameter from a name and a value without percent encoding.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The hash function; SHA-1 by default.
    public var algorithm: Algorithm
    /// The moving factor; the time in periods of 30 seconds by default.
    public var factor: Factor
    /// The format; 6 digits by default.
    public var format: Format
    /// The issuer, which asks for the code.
    public var issuer: String?
    /// The account that the code is for.
    public var account: String?
    /// Further parameters of the URI, in its order.
    public var others: [Parameter]

    /// The possible numbers of decimal digits.
    public static let digits = 6...8
    /// The maximum number of unknown parameters that are kept.
    static let mostOthers = 32
    /// The possible periods in seconds: up to ten years.
    public static let periods = 1...315_360_000

    /// Makes settings. The defaults are those of nearly all sites.
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
        // The same limits as for URIs, so that every code can be written and read again.
        guard others.count <= Self.mostOthers else { throw .tooManyParameters }
        let texts = [issuer ?? "", account ?? ""] + others.flatMap { [$0.name, $0.value] }
        guard !texts.contains(where: PercentEncoding.hasControls) else {
            throw OneTimeCodeError("a name or a parameter of the code has control characters")
        }
    }
}

/// An error in the secret or the settings of a one-time code. The reason never contains a secret.
public struct OneTimeCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    static var tooManyParameters: OneTimeCodeError { OneTimeCodeError("the URI has too many parameters") }

    /// The reason.
    public var description: String { reason }
}
