import KeyManagement
import KeychainServices
import Security

extension RequestDictionary {
    /// The item that an addition is about.
    func newItem() throws(KeychainError) -> NewItem {
        var contents = try contents()
        guard persistentReference == nil else { throw .unusable("a persistent reference belongs to a stored item") }
        guard !matches.areAny else { throw .unusable("a new item matches nothing") }
        try contents.checkProtection()
        contents.storeSynchronizable()
        return NewItem(
            contents.itemClass, contents.attributes, data: contents.data, secretAttributes: contents.secretAttributes)
    }

    /// The items that an update or a deletion is about: all that match, so that nothing may say otherwise.
    func queryForChange() throws(KeychainError) -> Query {
        var query = try query()
        // A deletion may say what it does anyway (Docs/decisions/0010).
        guard !matches.areAny || (operation == .delete && matches.areLimitOfAll) else {
            throw .unusable("match keys are for searches")
        }
        guard returned.isEmpty else { throw .unusable("return keys are for searches and additions") }
        query.limit = .all
        return query
    }

    /// The new values of an update, for items of the given class.
    func changes(for itemClass: ItemClass) throws(KeychainError) -> Changes {
        guard !hasOtherKeys else { throw .noSuchAttribute(itemClass) }
        var contents = try contents(for: itemClass)
        try contents.checkProtection()
        contents.storeSynchronizable()
        return Changes(
            contents.attributes, data: contents.data.map(Changes.Secret.replace) ?? .keep,
            secretAttributes: contents.secretAttributes)
    }
}

extension RequestDictionary.Contents {
    /// Makes an attribute of the answer to whether the item is synchronizable; “any” is none.
    fileprivate mutating func storeSynchronizable() {
        switch synchronizable {
        case .yes: attributes[.synchronizable] = .number(1)
        case .no: attributes[.synchronizable] = .number(0)
        case .any, .none: break
        }
    }

    /// - Throws: `.parameter` for two protections that differ.
    fileprivate func checkProtection() throws(KeychainError) {
        guard let control = attributes[.accessControl]?.accessControl else { return }
        guard attributes[.accessible]?.string ?? control.protection.code == control.protection.code else {
            throw .unusable("the access control and kSecAttrAccessible differ")
        }
    }
}
