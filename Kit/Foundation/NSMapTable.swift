/// The storage of keys and values in tables.
public enum NSPointerFunctions {
    /// The storage of keys or of values.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Options with the given bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Strong references, which keep objects as long as the table.
        public static var strongMemory: Options { [] }
        /// Weak references, which do not keep objects.
        public static var weakMemory: Options { Options(rawValue: 5) }
        /// Comparison by identity.
        public static var objectPointerPersonality: Options { Options(rawValue: 512) }
    }
}

/// A table whose keys and values are objects, held strongly or weakly. An entry disappears when its weak key or value is released.
///
/// Keys are compared by `isEqual` unless they are to be compared by identity. Not safe to use from several threads at once.
public class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
    /// The storage of keys or of values.
    public typealias Options = NSPointerFunctions.Options

    private let keyOptions: Options
    private let valueOptions: Options
    private var entries: [EntryKey: Entry] = [:]

    /// - Parameters:
    ///   - keyOptions: the storage and comparison of keys.
    ///   - valueOptions: the storage of values.
    ///   - initialCapacity: the expected number of entries.
    public init(keyOptions: Options = [], valueOptions: Options = [], capacity initialCapacity: Int = 0) {
        self.keyOptions = keyOptions
        self.valueOptions = valueOptions
        super.init()
        entries.reserveCapacity(initialCapacity)
    }

    /// Returns a table that keeps keys and values.
    public class func strongToStrongObjects() -> NSMapTable { NSMapTable() }
    /// Returns a table that keeps keys.
    public class func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
    /// Returns a table that keeps values.
    public class func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
    /// Returns a table that keeps neither.
    public class func weakToWeakObjects() -> NSMapTable {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    /// Returns the value of a key; `nil` if there is none.
    public func object(forKey key: KeyType?) -> ObjectType? {
        key.flatMap { entries[EntryKey($0, keyOptions)]?.value }
    }

    /// Sets the value of a key; `nil` removes it.
    public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
        removeReleased()
        guard let key else { return }
        guard let object else { return removeObject(forKey: key) }
        entries.removeValue(forKey: EntryKey(key, keyOptions))
        entries[EntryKey(key, keyOptions)] = Entry(object, valueOptions)
    }

    /// Removes a key and its value.
    public func removeObject(forKey key: KeyType?) {
        removeReleased()
        if let key { entries.removeValue(forKey: EntryKey(key, keyOptions)) }
    }

    /// Removes all entries.
    public func removeAllObjects() { entries = [:] }

    /// The number of entries.
    public var count: Int {
        removeReleased()
        return entries.count
    }

    /// Returns an enumerator of the keys.
    public func keyEnumerator() -> NSEnumerator {
        removeReleased()
        return NSArray(array: entries.keys.compactMap(\.object)).objectEnumerator()
    }

    /// Returns an enumerator of the values; `nil` if there are none.
    public func objectEnumerator() -> NSEnumerator? {
        removeReleased()
        return entries.isEmpty ? nil : NSArray(array: entries.values.compactMap(\.value)).objectEnumerator()
    }

    private func removeReleased() { entries = entries.filter { $0.key.object != nil && $0.value.value != nil } }

    /// A key, which keeps its initial hash after its object is released.
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
