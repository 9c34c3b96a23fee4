/// How tables hold what is in them.
public enum NSPointerFunctions {
    /// How keys or values are held.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Options with the given bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Kept for as long as the table.
        public static var strongMemory: Options { [] }
        /// Not kept.
        public static var weakMemory: Options { Options(rawValue: 5) }
        /// Equal only to itself.
        public static var objectPointerPersonality: Options { Options(rawValue: 512) }
    }
}

/// A table whose keys and values are objects, held strongly or weakly. Entries whose weak part is gone are gone.
///
/// Keys are compared by `isEqual` unless they are to be compared by identity. Not safe to use from several threads at once.
public class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
    /// How keys or values are held.
    public typealias Options = NSPointerFunctions.Options

    private let keyOptions: Options
    private let valueOptions: Options
    private var entries: [EntryKey: Entry] = [:]

    /// - Parameters:
    ///   - keyOptions: how keys are held and compared.
    ///   - valueOptions: how values are held.
    ///   - initialCapacity: how many entries to expect.
    public init(keyOptions: Options = [], valueOptions: Options = [], capacity initialCapacity: Int = 0) {
        self.keyOptions = keyOptions
        self.valueOptions = valueOptions
        super.init()
        entries.reserveCapacity(initialCapacity)
    }

    /// A table that keeps keys and values.
    public class func strongToStrongObjects() -> NSMapTable { NSMapTable() }
    /// A table that keeps keys.
    public class func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
    /// A table that keeps values.
    public class func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
    /// A table that keeps nothing.
    public class func weakToWeakObjects() -> NSMapTable {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    /// The value of a key, or nil.
    public func object(forKey key: KeyType?) -> ObjectType? {
        key.flatMap { entries[EntryKey($0, keyOptions)]?.value }
    }

    /// Sets the value of a key; nil removes it.
    public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
        removeLost()
        guard let key else { return }
        guard let object else { return removeObject(forKey: key) }
        entries.removeValue(forKey: EntryKey(key, keyOptions))
        entries[EntryKey(key, keyOptions)] = Entry(object, valueOptions)
    }

    /// Removes a key and its value.
    public func removeObject(forKey key: KeyType?) {
        removeLost()
        if let key { entries.removeValue(forKey: EntryKey(key, keyOptions)) }
    }

    /// Removes everything.
    public func removeAllObjects() { entries = [:] }

    /// The number of entries.
    public var count: Int {
        removeLost()
        return entries.count
    }

    /// The keys.
    public func keyEnumerator() -> NSEnumerator {
        removeLost()
        return NSArray(array: entries.keys.compactMap(\.object)).objectEnumerator()
    }

    /// The values, or nil if there are none.
    public func objectEnumerator() -> NSEnumerator? {
        removeLost()
        return entries.isEmpty ? nil : NSArray(array: entries.values.compactMap(\.value)).objectEnumerator()
    }

    private func removeLost() { entries = entries.filter { $0.key.object != nil && $0.value.value != nil } }

    /// A key, which has the hash that it had at first even once it is gone.
    private struct EntryKey: Hashable {
        private weak var weakObject: KeyType?
        private let strongObject: KeyType?
        private let identity: ObjectIdentifier
        private let isIdentity: Bool
        private let hash: Int

        init(_ object: KeyType, _ options: Options) {
            weakObject = object
            strongObject = options.contains(.weakMemory) ? nil : object
            identity = ObjectIdentifier(object)
            isIdentity = options.contains(.objectPointerPersonality)
            hash = isIdentity ? identity.hashValue : (object as? NSObject)?.hash ?? identity.hashValue
        }

        var object: KeyType? { strongObject ?? weakObject }

        static func == (one: EntryKey, other: EntryKey) -> Bool {
            guard let object = one.object, let otherObject = other.object else {
                return one.object == nil && other.object == nil && one.identity == other.identity
            }
            if object === otherObject { return true }
            guard !one.isIdentity, let object = object as? NSObject else { return false }
            return object.isEqual(otherObject)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private struct Entry {
        private weak var weakObject: ObjectType?
        private let strongObject: ObjectType?

        init(_ object: ObjectType, _ options: Options) {
            weakObject = object
            strongObject = options.contains(.weakMemory) ? nil : object
        }

        var value: ObjectType? { strongObject ?? weakObject }
    }
}
