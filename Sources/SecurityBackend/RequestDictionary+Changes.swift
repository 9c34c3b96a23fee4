import KeyManagement
import KeychainServices
import Security

extension RequestDictionary {
    /// Returns the item of an addition.
    func newItem() throws(KeychainError) -> NewItem {
        var contents = try contents()
        guard persistentReference == nil else {
            throw .invalidRequest("a persistent reference belongs to a stored item")
        }
        guard matches.isEmpty else { throw .invalidRequest("match keys are not allowed for a new item") }
        try contents.checkProtection()
        contents.storeSynchronizable()
        var item = NewItem(
            contents.itemClass, contents.attributes, data: contents.data, secretAttributes: contents.secretAttributes)
        if item.itemClass == .key {
            try item.check(asItemOf: reference)
            item.storePublicHalf(of: data == nil ? reference : nil)
        }
        return item
    }

    /// Returns the query of an update or a deletion, which applies to all matching items, so that a limit is refused.
    func queryForChange() throws(KeychainError) -> Query {
        var query = try query()
        // A deletion may request explicitly what is its default (Docs/decisions/0010).
        guard matches.isEmpty || (operation == .delete && matches.isOnlyLimitAll) else {
            throw .invalidRequest("match keys are allowed only in searches")
        }
        // A deletion ignores them, since programs pass the query of their search.
        guard returned.isEmpty || operation == .delete else {
            throw .invalidRequest("return keys are allowed only in searches and additions")
        }
        query.limit = .all
        return query
    }

    /// Returns the new values of an update, for items of the given class.
    func changes(for itemClass: ItemClass) throws(KeychainError) -> Changes {
        guard !hasOtherKeys else { throw .noSuchAttribute(itemClass) }
        var contents = try contents(for: itemClass)
        guard itemClass.composition == nil || contents.data == nil else {
            throw .invalidRequest("an identity has no data of its own")
        }
        try contents.checkProtection()
        contents.storeSynchronizable()
        return Changes(
            contents.attributes, data: contents.data.map(Changes.Secret.replace) ?? .keep,
            secretAttributes: contents.secretAttributes)
    }
}

extension RequestDictionary.Contents {
    /// Stores whether the item is synchronizable as an attribute; “any” is not stored.
    fileprivate mutating func storeSynchronizable() {
        switch synchronizable {
        case .yes: attributes[.synchronizable] = .number(1)
        case .no: attributes[.synchronizable] = .number(0)
        case .any, .none: break
        }
    }

    /// Checks the protection.
    ///
    /// - Throws: `.parameter` if the access control and the protection class differ.
    fileprivate func checkProtection() throws(KeychainError) {
        guard let control = attributes[.accessControl]?.accessControl else { return }
        guard attributes[.accessible]?.string ?? control.protection.code == control.protection.code else {
            throw .invalidRequest("the access control and kSecAttrAccessible differ")
        }
    }
}
