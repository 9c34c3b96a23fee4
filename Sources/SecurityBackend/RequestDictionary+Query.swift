import KeyManagement
import KeychainServices
import Security

// The second part of keychain-services 3.1: checks that depend on the class of the items.

extension RequestDictionary {
    /// The contents of a dictionary for items of a class, with every value in the type that the class requires.
    struct Contents {
        let itemClass: ItemClass
        var attributes = Attributes()
        /// Secret attributes, which are sealed together with the data.
        var secretAttributes = Attributes()
        /// Nil if the dictionary has no value.
        var synchronizable: Query.Synchronizable?
        var data: Data?
        var persistentReference: PersistentReference?
    }

    /// Returns the query of a search, an update or a deletion.
    func query() throws(KeychainError) -> Query {
        let contents = try contents()
        try matches.check(for: contents.itemClass)
        if let reference = contents.persistentReference {
            guard contents.attributes.isEmpty, contents.synchronizable ?? .any == .any else {
                throw .invalidRequest("a persistent reference cannot be combined with attributes")
            }
            return Query(reference)
        }
        var query = Query(
            contents.itemClass, contents.attributes, synchronizable: contents.synchronizable ?? .no,
            limit: matches.limit)
        query.hostOrSubdomain = matches.host
        return query
    }

    /// Reads the contents.
    ///
    /// - Throws: the first of the errors of keychain-services 3.1 that depend on the class.
    func contents() throws(KeychainError) -> Contents {
        try contents(for: try resolveClass())
    }

    /// Reads the contents as ``contents()``, for a known class.
    func contents(for itemClass: ItemClass) throws(KeychainError) -> Contents {
        var contents = Contents(itemClass: itemClass)
        try takeAttributes(into: &contents)
        contents.data = try takeData()
        if contents.data == nil { contents.data = try referenceData() }
        contents.persistentReference = try takePersistentReference(for: itemClass)
        if uses.hasItemList { throw .invalidRequest("kSecUseItemList cannot be used") }
        if matches.isLimitMalformed { throw .invalidRequest("kSecMatchLimit takes a number, one, or all") }
        return contents
    }

    /// The maximum number of keys, together with the attributes of the class. More keys are not a query.
    private static var maximumCount: Int { 128 }

    private func resolveClass() throws(KeychainError) -> ItemClass {
        let named = className.map { ItemClass.named($0) }
        guard count + (named??.attributes.count ?? 0) <= Self.maximumCount else {
            throw .invalidRequest("too many keys")
        }
        switch named {
        case .some(.some(let itemClass)): return itemClass
        case .some(.none): throw KeychainError(.noSuchClass, "no class of items has this name")
        case .none: break
        }
        if let reference { return reference.itemClass }
        if let reference = persistentReference { return try Self.parse(reference).itemClass }
        throw .invalidRequest("the query has no class")
    }

    private func takeAttributes(into contents: inout Contents) throws(KeychainError) {
        guard !hasUnknownAttribute else { throw .noSuchAttribute(contents.itemClass) }
        contents.attributes.reserveCapacity(attributes.count)
        // An attribute that does not exist is reported before an unsuitable value, independent of their order.
        var misfit: KeychainError?
        for (key, value) in reference == nil ? attributes : try derivedAttributes() + attributes {
            guard let attribute = contents.itemClass.attribute(key), !attribute.isHidden else {
                throw .noSuchAttribute(contents.itemClass)
            }
            do throws(KeychainError) {
                try contents.set(attribute, to: value, operation: operation)
            } catch {
                misfit = misfit ?? error
            }
        }
        if let misfit { throw misfit }
        guard let accessList else { return }
        guard contents.itemClass.attribute(.accessList) != nil else { throw .noSuchAttribute(contents.itemClass) }
        contents.attributes[.accessList] = .data(accessList)
    }

    private func takeData() throws(KeychainError) -> Data? {
        // A deletion ignores it, since programs pass the dictionary of their addition.
        guard let data, operation != .delete else { return nil }
        guard let bytes = data.data else { throw .invalidRequest("kSecValueData takes Data") }
        return bytes
    }

    private func takePersistentReference(for itemClass: ItemClass) throws(KeychainError) -> PersistentReference? {
        guard let persistentReference else { return nil }
        let reference = try Self.parse(persistentReference)
        guard reference.itemClass == itemClass else {
            throw KeychainError(.noSuchClass, "the persistent reference refers to an item of another class")
        }
        return reference
    }

    private static func parse(_ value: DictionaryValue) throws(KeychainError) -> PersistentReference {
        guard let data = value.data else { throw .invalidRequest("a persistent reference is Data") }
        return try PersistentReference(data: data)
    }
}

extension RequestDictionary.Contents {
    /// Sets one attribute from the dictionary, with its value converted.
    fileprivate mutating func set(
        _ attribute: Attribute, to value: DictionaryValue, operation: RequestDictionary.Operation
    ) throws(KeychainError) {
        if attribute.key == .synchronizable {
            guard let answer = value.synchronizable else { throw .wrongType(attribute) }
            synchronizable = answer
            return
        }
        guard let unfitted = value.attributeValue(for: attribute.kind) else { throw .wrongType(attribute) }
        var fitted = try attribute.coerce(unfitted)
        if attribute.key == .accessible, fitted.string.flatMap(ProtectionClass.init(code:)) == nil {
            throw .invalidRequest("no protection class has this name")
        }
        if attribute.key == .issuer, operation != .add { fitted = fitted.asNameForSearch }
        if attribute.isSecret { secretAttributes[attribute.key] = fitted } else { attributes[attribute.key] = fitted }
    }
}

extension AttributeValue {
    /// A whole name in DER, converted to the form in which names are stored; other values unchanged (keychain-services 3.9).
    fileprivate var asNameForSearch: AttributeValue {
        data.map { .data(DistinguishedName.normalized(forSearch: $0)) } ?? self
    }
}

extension KeychainError {
    static func noSuchAttribute(_ itemClass: ItemClass) -> KeychainError {
        KeychainError(.noSuchAttribute, "items of class “\(itemClass)” do not have this attribute")
    }

    fileprivate static func wrongType(_ attribute: Attribute) -> KeychainError {
        .invalidRequest("“\(attribute.key)” does not take a value of this type")
    }
}
