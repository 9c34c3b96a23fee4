import Foundation
import KeychainServices

extension WireQuery {
    package init(_ query: Query) {
        itemClass = query.itemClass.code
        attributes = query.attributes.wire
        synchronizable =
            switch query.synchronizable {
            case .no: .no
            case .yes: .yes
            case .any: .any
            }
        if let reference = query.persistentReference { persistentReference = reference.data }
        if let host = query.hostOrSubdomain { hostOrSubdomain = host }
        if case .atMost(let count) = query.limit { limitPlusOne = UInt64(clamping: max(count, 0)) &+ 1 }
    }
}

extension Query {
    /// - Throws: `.parameter` for an invalid query.
    package init(_ wire: WireQuery) throws(KeychainError) {
        self.init(try ItemClass.decoded(wire.itemClass), try Attributes(wire.attributes))
        switch wire.synchronizable {
        case .no: synchronizable = .no
        case .yes: synchronizable = .yes
        case .any: synchronizable = .any
        case .UNRECOGNIZED: throw .unreadable("an unknown kind of synchronizable items")
        }
        if !wire.persistentReference.isEmpty {
            persistentReference = try PersistentReference(data: wire.persistentReference)
        }
        if wire.hasHostOrSubdomain { hostOrSubdomain = wire.hostOrSubdomain }
        limit = wire.limitPlusOne == 0 ? .all : .atMost(Int(clamping: wire.limitPlusOne - 1))
    }
}

extension ItemClass {
    /// Returns ``ItemClass/named(_:)`` with the error for a message.
    /// - Throws: `.noSuchClass`.
    static func decoded(_ code: String) throws(KeychainError) -> ItemClass {
        guard let itemClass = named(code) else {
            throw KeychainError(.noSuchClass, "the message names a class of items that does not exist")
        }
        return itemClass
    }
}
