/// Attributes of an item or of a query, each key at most once, in the order in which they were set.
///
/// An item has a dozen attributes at most: a list is smaller and faster than a hash table.
public struct Attributes: Sendable {
    /// A key and its value.
    public typealias Element = (key: AttributeKey, value: AttributeValue)
    private var elements: [Element] = []

    /// Makes a list without attributes.
    public init() {}

    /// The value of an attribute, or nil. Setting nil removes the attribute.
    public subscript(key: AttributeKey) -> AttributeValue? {
        get {
            for element in elements where element.key == key { return element.value }
            return nil
        }
        set {
            let index = elements.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): elements[index].value = value
            case (let index?, nil): elements.remove(at: index)
            case (nil, let value?): elements.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Reserves space for `count` attributes.
    public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

    /// Returns these attributes and those of `other`. If both have one, the result has that of `other`.
    public func merging(_ other: Attributes) -> Attributes {
        var result = self
        for (key, value) in other { result[key] = value }
        return result
    }
}

extension Attributes: RandomAccessCollection {
    /// The position of the first attribute.
    public var startIndex: Int { elements.startIndex }
    /// The position after the last attribute.
    public var endIndex: Int { elements.endIndex }
    /// The attribute at a position.
    public subscript(position: Int) -> Element { elements[position] }
}

extension Attributes: ExpressibleByDictionaryLiteral {
    /// Makes a list of the given attributes; if two have the same key, the second is used.
    public init(dictionaryLiteral elements: (AttributeKey, AttributeValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}

extension Attributes: Equatable {
    /// Whether both have the same keys with the same values, in any order.
    public static func == (one: Attributes, other: Attributes) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
    }
}
