import KeychainServices
import Security

/// The result of an operation for an item: the table of keychain-services 3.6.
struct ItemResult {
    /// The parts that the program requested.
    let returned: ItemReturn
    /// What makes the objects.
    let references: KeyReferences

    /// Returns the parts of an item that a search has to read.
    func parts(of itemClass: ItemClass) -> ItemParts {
        var parts: ItemParts = []
        if returned.isDictionary { parts.insert(.attributes) }
        if returned.contains(.data) { parts.insert(.data) }
        return returned.contains(.reference) ? parts.union(Self.partsOfReference(itemClass)) : parts
    }

    /// The parts that the object is made from: never the data of a private key.
    private static func partsOfReference(_ itemClass: ItemClass) -> ItemParts {
        switch itemClass {
        case .certificate: .data
        case .key, .identity: .attributes
        default: []
        }
    }

    /// Returns the result of a search for one item, or nil if the item has none of the requested parts.
    func object(forFound item: Item) -> AnyObject? {
        guard returned.isDictionary else { return single(item, missingData: nil) }
        return dictionary(item, attributes: item.attributes, count: item.attributes.count)
    }

    /// Returns the result of an addition: only attributes that are always visible, and only if requested.
    func object(forAdded item: Item, as new: NewItem) -> AnyObject? {
        guard returned.isDictionary else { return single(item, missingData: Data()) }
        guard !returned.isDisjoint(with: [.attributes, .reference]) else {
            return dictionary(item, attributes: EmptyCollection(), count: 0)
        }
        let visible = item.attributes.filter { key, _ in
            // The keychain gives every item an access control; an addition returns only one that the program has set.
            if key == .accessControl { return new.attributes[.accessControl] != nil }
            return item.itemClass.attribute(key)?.visibility == .always
        }
        return dictionary(item, attributes: visible, count: visible.count)
    }

    private func single(_ item: Item, missingData: Data?) -> AnyObject? {
        switch returned {
        case .data: (item.data ?? missingData).map { $0 as NSData }
        case .reference: references.reference(to: item)
        case .persistentReference: item.persistentReference.data as NSData
        default: nil
        }
    }

    private func dictionary(
        _ item: Item, attributes: some Sequence<Attributes.Element>, count: Int
    ) -> NSDictionary {
        var entries = ResultEntries(capacity: count + 4)
        for (key, value) in attributes where key != .publicKey && key != .accessList { entries.add(key, value) }
        if returned.contains(.data) {
            // Those of an identity are not its own, but what its object is made from.
            if item.itemClass.composition == nil {
                for (key, value) in item.secretAttributes { entries.add(key, value) }
            }
            if let data = item.data { entries.add(kSecValueData, data as NSData) }
        }
        if returned.contains(.persistentReference) {
            entries.add(kSecValuePersistentRef, item.persistentReference.data as NSData)
        }
        if returned.contains(.reference) {
            entries.add(kSecClass, item.itemClass.code as NSString)
            if let reference = references.reference(to: item) { entries.add(kSecValueRef, reference) }
        }
        return entries.dictionary
    }
}

/// The keys and values of a dictionary that is being built.
private struct ResultEntries {
    private var keys: [NSObject] = []
    private var values: [AnyObject] = []

    init(capacity: Int) {
        keys.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
    }

    mutating func add(_ key: NSString, _ value: AnyObject) {
        keys.append(key)
        values.append(value)
    }

    mutating func add(_ key: AttributeKey, _ value: AttributeValue) {
        add(attributeNames[key] ?? key.letters as NSString, value.object)
    }

    var dictionary: NSDictionary { NSDictionary(objects: values, forKeys: keys, count: keys.count) }
}

/// The keys of all attributes as objects, made once.
nonisolated(unsafe) private let attributeNames: [AttributeKey: NSString] = {
    let keys = ItemClass.all.flatMap { $0.attributes.map(\.key) }
    return Dictionary(keys.map { ($0, $0.letters as NSString) }) { first, _ in first }
}()

extension AttributeValue {
    /// The value as an object for programs.
    var object: AnyObject {
        switch self {
        case .string(let text): text as NSString
        case .data(let bytes): bytes as NSData
        case .number(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .date(let date): date as NSDate
        case .accessControl(let control): SecAccessControl(control)
        }
    }
}
