/// One of the websites of a login: an address or a pattern, and the rule that says what it stands for.
///
/// Any text makes a website, so that none that was imported is lost. One that cannot be read has a ``problem`` and matches
/// nothing.
/// Specified in: website-matching 4.
public struct Website: Sendable {
    /// What a website is compared by.
    enum Target: Sendable {
        case address(WebAddress)
        case pattern(AddressPattern)
        case nothing
    }

    /// As it was entered.
    public let text: String
    /// What it stands for.
    public let rule: MatchRule
    /// Why it matches nothing; nil if it can be read.
    public let problem: WebsiteProblem?
    let target: Target

    /// - Parameters:
    ///   - text: An address as ``WebAddress`` reads it; with the rule `regularExpression` a pattern of at most 1,024 bytes.
    ///   - rule: What it stands for.
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

    /// - Parameters:
    ///   - text: As above.
    ///   - storedRule: The name of a rule. One that this release does not know is taken for the narrowest, which cannot be wrong.
    public init(_ text: String, storedRule: String) {
        self.init(text, rule: MatchRule(rawValue: storedRule) ?? .exact)
    }

    /// The address, unless the website is a pattern or cannot be read.
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
    /// Two websites are the same if their texts and rules are.
    public static func == (one: Website, other: Website) -> Bool { one.text == other.text && one.rule == other.rule }

    /// Feeds text and rule.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(rule)
    }
}
