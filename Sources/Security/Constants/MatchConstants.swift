// Match keys: conditions for items, and the number of results.

/// Match key: policy.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy" as NSString
/// Match key: item list.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList" as NSString
/// Match key: search list.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList" as NSString
/// Match key: issuers.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers" as NSString
/// Match key: email address if present.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent" as NSString
/// Match key: subject contains.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains" as NSString
/// Match key: host or subdomain of host.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost" as NSString
/// Match key: case insensitive.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive" as NSString
/// Match key: trusted only.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly" as NSString
/// Match key: valid on date.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate" as NSString
/// Match key: limit.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit" as NSString
/// A value of `kSecMatchLimit`: one.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne" as NSString
/// A value of `kSecMatchLimit`: all.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll" as NSString
/// Match key: subject starts with.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith" as NSString
/// Match key: subject ends with.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith" as NSString
/// Match key: subject whole string.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString" as NSString
/// Match key: diacritic insensitive.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive" as NSString
/// Match key: width insensitive.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive" as NSString
