import Foundation
import KeyManagement

/// A prepared query: values in stored form, the groups that it may search, and the tags that find its items.
struct QueryPlan {
    let query: Query
    /// The filters in stored form, without those that ``requiredFlags`` covers.
    let filters: Attributes
    let groups: AccessGroups
    /// The one group that the query names; nil if it names none.
    let group: String?
    /// The flags that a row must have, and those that it must not have.
    let requiredFlags: ItemHead.Flags
    let refusedFlags: ItemHead.Flags

    var itemClass: ItemClass { query.itemClass }

    /// Prepares a query.
    ///
    /// - Throws: `.parameter`, `.noSuchAttribute` for attributes that the class does not have or take; `.missingEntitlement`
    ///   for a group that the program does not have, or if it has none; `.unimplemented` for a host in a class without servers.
    init(_ query: Query, groups: AccessGroups) throws(KeychainError) {
        guard !groups.isEmpty else { throw .noAccessGroup }
        guard query.hostOrSubdomain == nil || query.itemClass.attribute(.server) != nil else {
            throw KeychainError(.unimplemented, "items of class “\(query.itemClass)” are not searched by host")
        }
        var filters = try query.itemClass.coerce(query.attributes)
        if case .string(let group)? = filters[.accessGroup] {
            guard groups.allows(group) else { throw .foreignGroup(group) }
            self.group = group
        } else {
            group = nil
        }
        var required: ItemHead.Flags = []
        var refused: ItemHead.Flags = []
        switch query.synchronizable {
        case .yes: required.insert(.synchronizable)
        case .no: refused.insert(.synchronizable)
        case .any: break
        }
        // A query for tombstones has to name them; all others ignore them.
        if let tombstone = filters[.tombstone], tombstone != .number(0) {
            required.insert(.tombstone)
        } else {
            refused.insert(.tombstone)
        }
        filters[.tombstone] = nil
        self.query = query
        self.filters = filters
        self.groups = groups
        requiredFlags = required
        refusedFlags = refused
    }

    func flagsMatch(_ flags: ItemHead.Flags) -> Bool {
        flags.isSuperset(of: requiredFlags) && flags.isDisjoint(with: refusedFlags)
    }

    /// Whether an opened item matches the query.
    func matches(_ attributes: Attributes) -> Bool {
        guard case .string(let group)? = attributes[.accessGroup], groups.allows(group) else { return false }
        for (key, value) in filters {
            guard let stored = attributes[key] ?? implied(key, by: attributes), stored.matches(value) else {
                return false
            }
        }
        if let host = query.hostOrSubdomain {
            guard case .string(let server)? = attributes[.server], server == host || server.hasSuffix("." + host) else {
                return false
            }
        }
        return true
    }

    /// Returns the value that is implied for an attribute that an item does not have: its default. A missing sharing group means
    /// one without a name. An item without an access control is returned with the one that its protection class implies, so a search for
    /// that access control has to find it.
    private func implied(_ key: AttributeKey, by attributes: Attributes) -> AttributeValue? {
        if key == .sharingGroup { return "" }
        guard key == .accessControl else { return itemClass.attribute(key)?.missingValue }
        guard let code = attributes[.accessible]?.string,
            let protection = ProtectionClass(code: code), let control = try? AccessControl(protection: protection)
        else { return nil }
        return .accessControl(control)
    }

    /// Whether the tags and flags of a row decide the query completely, so that a locked row can be matched by them.
    func isDecidedByTags() -> Bool {
        query.hostOrSubdomain == nil && filters.allSatisfy { itemClass.attribute($0.key)?.isSearchable == true }
    }
}

extension KeychainError {
    static var noAccessGroup: KeychainError {
        KeychainError(
            .missingEntitlement, "the program has no access group", remedy: "name one in its entitlements list")
    }

    static func foreignGroup(_ name: String) -> KeychainError {
        KeychainError(
            .missingEntitlement, "the program does not belong to the access group “\(name)”",
            remedy: "name the group in its entitlements list")
    }
}
