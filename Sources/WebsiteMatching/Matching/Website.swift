/// A website of a login: an address or a pattern, and the rule that says which pages it matches.
///
/// Any text makes a website, so that no imported one is lost. A website that cannot be parsed has a ``problem`` and matches nothing.
/// Specified in: website-matching 4.
public struct Website: Sendable {
    /// The parsed form of a website.
    enum Target: Sendable {
        case address(WebAddress)
        case pattern(AddressPattern)
        case nothing
    }

    /// The text as it was entered.
    public let text: String
    /// The rule.
    public let rule: MatchRule
    /// The reason for which it matches nothing; `nil` if it was parsed.
    public let problem: WebsiteProblem?
    let target: Target

    /// Makes a website.
    ///
    /// - Parameters:
    ///   - text: an address in the syntax of ``WebAddress``; for the rule `regularExpression`, a pattern of at most 1,024 bytes.
    ///   - rule: the rule.
    public init(_ text: String, rule: MatchRule = .registeredDomain) {
        self.text = text
        self.rule = rule
        do throws(WebsiteProblem) {
            target = try Self.read(text, rule)
            problem = nil
        } catch {
            target = .nothing
            problem = error
        }
    }

    /// Makes a website with a stored rule.
    ///
    /// - Parameters:
    ///   - text: an address or a pattern.
    ///   - storedRule: the name of a rule. A name that this release does not know becomes `exact`, the narrowest rule, which cannot match
    ///     too much.
    public init(_ text: String, storedRule: String) {
        self.init(text, rule: MatchRule(rawValue: storedRule) ?? .exact)
    }

    /// The address; `nil` if the website is a pattern or could not be parsed.
    public var address: WebAddress? {
        guard case .address(let address) = target else { return nil }
        return address
    }

    private static func read(_ text: String, _ rule: MatchRule) throws(WebsiteProblem) -> Target {
        guard rule != .regularExpression else { return .pattern(try AddressPattern(text)) }
        do throws(WebAddressError) {
            return .address(try WebAddress(text))
        } catch {
            throw .address(error)
        }
    }
}

extension Website: Hashable {
    /// Compares texts and rules.
    public static func == (one: Website, other: Website) -> Bool { one.text == other.text && one.rule == other.rule }

    /// Hashes text and rule.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(rule)
    }
}
