import KeychainServices
import Security

/// The match keys of a dictionary (keychain-services 3.3).
struct MatchKeys {
    /// Whether there are no match keys; ignored ones count.
    var isEmpty: Bool { count == 0 }
    /// Whether the only match key is a limit of all items.
    var isOnlyLimitAll: Bool { count == 1 && limit == .all && !isSingle }
    private var count = 0
    private(set) var limit = Query.Limit.one
    /// Whether the result is one item itself, not an array.
    private(set) var isSingle = true
    private(set) var isLimitMalformed = false
    /// The keychains to search, in order; nil for the usual one.
    private(set) var searchList: [Keychain]?
    private(set) var host: String?
    /// The filter of certificates and identities. On other items it has no effect.
    private(set) var certificates = CertificateFilter()
    /// Whether there is a filter that only certificates and identities can have.
    private var needsCertificates = false

    mutating func take(_ key: DictionaryKey.Match, _ object: AnyObject) throws(KeychainError) {
        count += 1
        switch key {
        case .limit: takeLimit(DictionaryValue(object))
        case .searchList: searchList = try Self.keychains(object)
        case .host: host = try Self.require(DictionaryValue(object).string)
        case .issuers: try takeIssuers(object)
        case .policy:
            guard let policy = object as? SecPolicy else { throw Self.malformed }
            (certificates.policy, needsCertificates) = (policy, true)
        case .email: certificates.email = try Self.require(DictionaryValue(object).string)
        case .trustedOnly: certificates.isTrustedOnly = try Self.require(DictionaryValue(object).boolean)
        case .validOnDate: try takeDate(DictionaryValue(object))
        case .other: break
        }
    }

    private mutating func takeLimit(_ value: DictionaryValue) {
        switch value {
        case .string("m_LimitOne"), .number(1): (limit, isSingle) = (.one, true)
        case .string("m_LimitAll"): (limit, isSingle) = (.all, false)
        case .number(0...): (limit, isSingle) = (value.limit, false)
        default: isLimitMalformed = true
        }
    }

    /// Takes the names. Without any there is no filter; what is in the array and is not Data does not count.
    private mutating func takeIssuers(_ object: AnyObject) throws(KeychainError) {
        guard let list = object as? NSArray else { throw Self.malformed }
        let names = list.compactMap { ($0 as? NSData)?.copied }
        guard !names.isEmpty else { return }
        certificates.issuers = Set(names.map(DistinguishedName.normalized(forSearch:)))
        needsCertificates = true
    }

    private mutating func takeDate(_ value: DictionaryValue) throws(KeychainError) {
        switch value {
        case .date(let date): certificates.date = date
        case .null: certificates.date = Date()
        default: throw Self.malformed
        }
    }

    /// Checks the filters for a class.
    ///
    /// - Throws: `.unimplemented` for a filter that items of the class cannot have.
    func check(for itemClass: ItemClass) throws(KeychainError) {
        let isCertificate = itemClass == .certificate || itemClass == .identity
        if host != nil, itemClass != .internetPassword {
            throw KeychainError(.unimplemented, "only internet passwords have a host")
        }
        if needsCertificates, !isCertificate {
            throw KeychainError(.unimplemented, "only certificates and identities have an issuer and a policy")
        }
    }

    private static func keychains(_ object: AnyObject) throws(KeychainError) -> [Keychain] {
        guard let list = object as? NSArray else { throw malformed }
        var keychains: [Keychain] = []
        for element in list {
            guard let keychain = (element as? SecKeychain)?.keychain else { throw malformed }
            keychains.append(keychain)
        }
        return keychains
    }

    private static func require<Value>(_ value: Value?) throws(KeychainError) -> Value {
        guard let value else { throw malformed }
        return value
    }

    private static var malformed: KeychainError { .invalidRequest("a match key has a value of the wrong type") }
}

extension DictionaryValue {
    fileprivate var limit: Query.Limit { if case .number(let count) = self { .atMost(Int(count)) } else { .one } }
}
